import { isOwnNote } from "../../conversation/is-own-note.js";
import type { ItemView } from "../../conversation/item-view.js";
import type { Fact } from "../../facts/verification/fact.js";
import { FactFinder } from "../../facts/verification/fact-finder.js";
import { stringsIn } from "../../text/strings-in.js";

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
  const texts = kept.filter((view) => view.role === "user" && !isOwnNote(view)).map(({ text }) => text);
  const shown = stringsIn(
    facts.map(({ value }) => value),
    texts,
  );
  return facts.filter(({ value }) => !shown.has(value));
}
