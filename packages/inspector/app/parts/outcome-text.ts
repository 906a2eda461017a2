import type { ActionResult } from "plimsoll/inspection";
import { reasonText } from "../words/server-text.ts";
import type { Words } from "../words/use-words.ts";

/** What an action came to, in the language of the page; why nothing was done too, if its reason is known here. */
export function outcomeText(
  { action, done, message, reason, tokensBefore, tokensAfter }: ActionResult,
  words: Words,
): string {
  if (!done) return reasonText(reason, message, words);
  const { say, number } = words;
  return say(`outcome_${action}`, { before: number(tokensBefore), after: number(tokensAfter) });
}
