import type { ActionResult } from "plimsoll/inspection";
import type { Words } from "../words/use-words.ts";

/** What an action came to, in the language of the page; why nothing was done is told by whoever refused. */
export function outcomeText(
  { action, done, message, tokensBefore, tokensAfter }: ActionResult,
  words: Words,
): string {
  if (!done) return message;
  const { say, number } = words;
  return say(`outcome_${action}`, { before: number(tokensBefore), after: number(tokensAfter) });
}
