import { remembered } from "../../text/remembered.js";
import { CUES } from "../cues/cues.js";
import { withoutAddress } from "./address-length.js";

/** Where a line was broken within a script that sets no blanks. */
const BROKEN =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\s(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;
const QUOTATION =
  /"[^"]{1,300}"|“[^”]{1,300}”|`[^`]{1,300}`|„[^“”]{1,300}[“”]|«[^»]{1,300}»|「[^」]{1,300}」|『[^』]{1,300}』|(?<![\p{L}\p{N}])['‘][^'’\n]{2,300}['’](?!\p{L})/gu;
/** Stands for words that the sentence speaks of and does not say. */
const QUOTED = "Q";
const ELSEWHERE = ["condition", "report", "alternative question"] as const;

/**
 * The sentence's own words: without the address that opens it, emphasis, quotations, code, conditions, and
 * reported words of an error or tool.
 */
export const spokenWords: (sentence: string) => string = remembered((sentence) => {
  const own = withoutAddress(sentence)
    .replace(QUOTATION, QUOTED)
    .replace(/[*_]{1,3}/g, "")
    .replace(BROKEN, "");
  return ELSEWHERE.reduce((text, cue) => CUES.replace(cue, text, QUOTED), own);
});
