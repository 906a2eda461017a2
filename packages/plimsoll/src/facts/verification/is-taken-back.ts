import { endsSentence, sentenceSpans } from "../../text/sentence-spans.js";
import { CUES } from "../cues/cues.js";
import { lineBefore } from "./line-part.js";

const ENTRY = /^\s{0,12}(?:[-*•+]|\d{1,3}[.)、])\s/;
const HEADING = /^#{1,6}\s|[:：]\**\s{0,4}$/;
const LINE_CHARACTERS = 200;
const MAX_LINES = 50;

/** The words before a statement, or the heading of the list that it stands in, say that it no longer holds. */
export function isTakenBack(text: string, start: number): boolean {
  const line = lineBefore(text, start, LINE_CHARACTERS).text;
  const last = endsSentence(line.trimEnd()) ? undefined : sentenceSpans(line).at(-1);
  if (last !== undefined && CUES.has("withdrawal", line.slice(last.start, last.end))) return true;
  return ENTRY.test(line) && CUES.has("withdrawal", headingAbove(text, start));
}

function headingAbove(text: string, position: number): string {
  let end = text.lastIndexOf("\n", position - 1);
  for (let count = 0; end > 0 && count < MAX_LINES; count++) {
    const line = lineBefore(text, end, LINE_CHARACTERS).text;
    if (line.trim() !== "" && !ENTRY.test(line)) return HEADING.test(line) ? line : "";
    end = text.lastIndexOf("\n", end - 1);
  }
  return "";
}
