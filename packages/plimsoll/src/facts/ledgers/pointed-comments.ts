import { CodeFence } from "../../text/code-fence.js";
import { CUES } from "../cues/cues.js";

const COMMENT =
  /^\s{0,40}(?:\/\/+|#+(?!!)|--|\/?\*+(?!\/)|<!--|%|;+)\s{0,8}(\S.{0,600}?)\s{0,8}(?:\*\/|-->)?$/;
const MAX_COMMENTS = 20;

/**
 * The comments in code blocks that the user points at in the line above ("mind the comment"), by the number of
 * their line. Linear.
 */
export function pointedComments(lines: readonly string[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const fence = new CodeFence();
  let isPointed = false;
  let above = "";
  for (const [number, line] of lines.entries()) {
    if (!fence.holds(line)) {
      if (line.trim() !== "") above = line;
      isPointed = false;
      continue;
    }
    if (above !== "") isPointed = CUES.has("pointer to comment", above);
    above = "";
    const comment = isPointed ? COMMENT.exec(line)?.[1] : undefined;
    if (comment !== undefined && found.size < MAX_COMMENTS) found.set(number, comment);
  }
  return found;
}
