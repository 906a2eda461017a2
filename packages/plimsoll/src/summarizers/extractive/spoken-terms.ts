import type { SummaryRequest } from "../summarizer.js";
import { FADING, MESSAGES, SPEAKER_WEIGHT } from "./in-focus.js";
import { markTerms } from "./mark-terms.js";
import type { TermTable } from "./term-table.js";

/** The beginning of a message says what it is about. */
const MOST_CHARACTERS = 4000;

/**
 * How much the newest messages speak of each term that are no units, because the window keeps them or the state prints
 * them: 1 in the newest of the user, less before.
 */
export function spokenTerms({ kept, checkpoint }: SummaryRequest, table: TermTable): Float32Array {
  const spoken = new Float32Array(table.size);
  const newest = { user: checkpoint?.requests.at(-1)?.text, assistant: checkpoint?.statements.at(-1)?.text };
  for (const role of ["user", "assistant"] as const) {
    const texts = kept.filter((view) => view.role === role && view.text !== "").map(({ text }) => text);
    const printed = newest[role];
    if (printed !== undefined && !texts.includes(printed)) texts.push(printed);
    let weight = SPEAKER_WEIGHT[role];
    for (const text of texts.slice(-MESSAGES).toReversed()) {
      markTerms(text.slice(0, MOST_CHARACTERS), table, (term) => {
        spoken[term] = Math.max(spoken[term] ?? 0, weight);
      });
      weight *= FADING;
    }
  }
  return spoken;
}
