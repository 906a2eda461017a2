import { CUES } from "../cues/cues.js";
import { withoutAddress } from "./address-length.js";

/** Where a line was broken within a script that sets no blanks. */
const BROKEN =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\s(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
/** Stands for words that the sentence speaks of and does not say. */
const QUOTED = "Q";
const ELSEWHERE = ["condition", "report", "alternative question"] as const;

/**
 * The sentence's own words: without the address that opens it, emphasis, quotations, code, conditions, and
 * reported words of an error or tool.
 */
export function spokenWords(sentence: string): string {
  const own = withoutAddress(sentence)
    .replace(/"[^"]{1,300}"|“[^”]{1,300}”|`[^`]{1,300}`/g, QUOTED)
    .replace(/[*_]{1,3}/g, "")
    .replace(BROKEN, "");
  return ELSEWHERE.reduce((text, cue) => CUES.replace(cue, text, QUOTED), own);
}
