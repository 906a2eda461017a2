import { endsClause, endsSentence } from "../../text/sentence-spans.js";
import { isNegative } from "../ledgers/is-negative.js";
import { isTakenBack } from "./is-taken-back.js";
import { lineAfter, lineBefore } from "./line-part.js";

const LETTER_OR_DIGIT = /[\p{L}\p{N}_]/u;
/** Scripts that are written without blanks have no edge of a word to look at. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const CLAUSE_END =
  /^(?:[ \t\r]{0,8}$|[ \t]{0,2}[.,;:!?。，；：！？、…”"'’)）」』\]*_`|<>—–]|[ \t]{1,2}[-(（[])/u;
const CLAUSE_BREAK = /[.,;:!?。，；：！？、…(（[—–|]/u;
const LOOK_CHARACTERS = 160;
/** The ledger cuts longer sentences; what follows a cut is no clause of its own. */
const CUT_SENTENCE_CHARACTERS = 590;

const joins = (one: string, other: string): boolean =>
  LETTER_OR_DIGIT.test(one) && LETTER_OR_DIGIT.test(other) && !(UNSPACED.test(one) || UNSPACED.test(other));

/** Neither end of the span is inside of a word or number. */
export const isWholeWord = (text: string, start: number, end: number): boolean =>
  !joins(text.charAt(start - 1), text.charAt(start)) && !joins(text.charAt(end - 1), text.charAt(end));

/** Nothing before the span turns it around or takes it back, and nothing after it makes it longer. */
export function isClause(text: string, start: number, end: number): boolean {
  const before = lineBefore(text, start, LOOK_CHARACTERS).text;
  const lead = before.slice(lastBreak(before));
  if (lead.trim() !== "" && isNegative(lead)) return false;
  if (isTakenBack(text, start)) return false;
  if (end - start >= CUT_SENTENCE_CHARACTERS) return true;
  const own = text.slice(Math.max(start, end - LOOK_CHARACTERS), end);
  if (endsSentence(own) || endsClause(own)) return true;
  return CLAUSE_END.test(lineAfter(text, end, 8).text);
}

function lastBreak(text: string): number {
  for (let at = text.length - 1; at >= 0; at--) if (CLAUSE_BREAK.test(text.charAt(at))) return at + 1;
  return 0;
}
