import { oneLine } from "../../text/one-line.js";
import type { FactFields } from "./checkpoint.js";

const MOST_CHARACTERS = 400;

/** What somebody had left for later, in their own words, and what is settled by now. */
export function settledWords(
  facts: readonly Pick<FactFields, "value" | "state">[],
): (text: string) => boolean {
  const settled = new Set(facts.filter(({ state }) => state === "closed").map(({ value }) => value));
  return (text) =>
    settled.size > 0 && text.length <= MOST_CHARACTERS && settled.has(oneLine(text, MOST_CHARACTERS));
}
