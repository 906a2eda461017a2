import { isOwnNote } from "../../conversation/is-own-note.js";
import type { ItemView } from "../../conversation/item-view.js";
import type { Fact } from "../../facts/verification/fact.js";
import { FactFinder } from "../../facts/verification/fact-finder.js";
import { StringFinder } from "../../text/string-finder.js";

/** So few facts are searched one by one: a combined search takes longer to set up. */
const FEW = 8;

/** The facts that a summary does not say. */
export function notSaid(facts: readonly Fact[], summary: string): Fact[] {
  const { current } = new FactFinder(facts).find(summary, "summary");
  return facts.filter((_, index) => !current.has(index));
}

/**
 * Facts that the kept words of the user do not show; an assistant's repetition does not count, because it may say
 * the opposite. Linear in facts plus texts, not in their product.
 */
export function notShown(facts: readonly Fact[], kept: readonly ItemView[]): Fact[] {
  if (facts.length === 0) return [];
  const texts = kept
    .filter((view) => view.role === "user" && !isOwnNote(view))
    .map(({ text }) => text.replace(/\s+/g, " "));
  if (facts.length > FEW) return notFound(facts, texts);
  const shown = texts.join("\n");
  return facts.filter(({ value }) => !shown.includes(value));
}

function notFound(facts: readonly Fact[], texts: readonly string[]): Fact[] {
  const found = new Set<number>();
  const finder = new StringFinder(facts.map(({ value }) => value));
  const isDone = (index: number): boolean => found.has(index);
  for (const text of texts) finder.scan(text, (index) => found.add(index), isDone);
  return facts.filter(({ value }, index) => value !== "" && !found.has(index));
}
