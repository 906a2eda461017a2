import type { TextSample } from "../text-sample.js";

const HUNK = /^@@@? -\d+(?:,\d+)? (?:-\d+(?:,\d+)? )?\+\d+(?:,\d+)? @@/;
const FILE_MARK = /^(?:diff --git |--- \S|\+\+\+ \S|Index: )/;
const DIFF_LINE =
  /^(?:[ +\-@\\]|diff |index [0-9a-f]|new file|deleted file|similarity|rename |old mode|new mode|Binary files)/;

/** A unified diff, alone or after the message of a commit. */
export function looksLikeDiff(sample: TextSample): boolean {
  if (!sample.text.includes("@@ -")) return false;
  const hunks = sample.lines.filter((line) => HUNK.test(line)).length;
  const files = sample.lines.filter((line) => FILE_MARK.test(line)).length;
  if (hunks === 0 || files === 0) return false;
  const fitting = sample.lines.filter((line) => DIFF_LINE.test(line)).length;
  return fitting >= sample.lines.length * 0.7;
}
