import type { ItemView } from "../conversation/item-view.js";
import type { Checkpoint } from "../memory/checkpoint.js";
import { extractFacts } from "../verification/extract-facts.js";
import type { Fact } from "../verification/fact.js";
import { FactFinder } from "../verification/fact-finder.js";

/** What the window must show after a compaction: the user's constraints that hold, and what is still open. */
export function mustKeepFacts(checkpoint: Checkpoint): Fact[] {
  return extractFacts(checkpoint).filter((fact) => fact.must);
}

/** Those that a summary does not say. */
export function notSaid(facts: readonly Fact[], summary: string): Fact[] {
  const { current } = new FactFinder(facts).find(summary, "summary");
  return facts.filter((_, index) => !current.has(index));
}

/** Those that do not stand in what is kept of the user's own words: what an assistant repeats may say the opposite. */
export function notShown(facts: readonly Fact[], kept: readonly ItemView[]): Fact[] {
  if (facts.length === 0) return [];
  const own = kept.filter(({ role }) => role === "user");
  const shown = own.map((view) => view.text.replace(/\s+/g, " ")).join("\n");
  return facts.filter(({ value }) => !shown.includes(value));
}
