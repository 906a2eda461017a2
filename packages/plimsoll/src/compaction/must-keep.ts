import type { ItemView } from "../conversation/item-view.js";
import type { Checkpoint } from "../memory/checkpoint.js";
import { extractFacts } from "../verification/extract-facts.js";
import type { Fact } from "../verification/fact.js";
import { FactFinder } from "../verification/fact-finder.js";
import { StringFinder } from "../verification/string-finder.js";

/** So few facts are looked for one by one: a search for all at once takes longer to set up. */
const FEW = 8;

/** What the window must show after a compaction: the user's constraints that hold, and what is still open. */
export function mustKeepFacts(checkpoint: Checkpoint): Fact[] {
  return extractFacts(checkpoint).filter((fact) => fact.must);
}

/** Those that a summary does not say. */
export function notSaid(facts: readonly Fact[], summary: string): Fact[] {
  const { current } = new FactFinder(facts).find(summary, "summary");
  return facts.filter((_, index) => !current.has(index));
}

/** Those that do not stand in what is kept. Costs what the facts and the texts are long, not their product. */
export function notShown(facts: readonly Fact[], kept: readonly ItemView[]): Fact[] {
  if (facts.length === 0) return [];
  if (facts.length > FEW) return notFound(facts, kept);
  const shown = kept.map((view) => view.text.replace(/\s+/g, " ")).join("\n");
  return facts.filter(({ value }) => !shown.includes(value));
}

function notFound(facts: readonly Fact[], kept: readonly ItemView[]): Fact[] {
  const found = new Set<number>();
  const finder = new StringFinder(facts.map(({ value }) => value));
  const isDone = (index: number): boolean => found.has(index);
  for (const { text } of kept) finder.scan(text, (index) => found.add(index), isDone);
  return facts.filter(({ value }, index) => value !== "" && !found.has(index));
}
