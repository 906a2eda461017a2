import { harmless, quotedLine, USER_SOURCE } from "../../../facts/checkpoint/quoted-line.js";
import { endsSentence } from "../../../text/sentence-spans.js";
import { QUOTE } from "../section-label.js";
import type { TalkPiece } from "./read-talk-pieces.js";

/** Separates two pieces if a sentence was cut before its end. */
const GAP = " … ";

/** Precedes the words of a named speaker. */
const NAMED = " ";

/**
 * Pieces in the order of the talk: consecutive words of a speaker on one line after the name, the user's own
 * words marked if a label explains the mark. All of it is quoted.
 */
export function renderTalk(pieces: readonly TalkPiece[], marked: boolean): string[] {
  const lines: string[] = [];
  let last: TalkPiece | undefined;
  for (const piece of pieces) {
    const { speaker, own } = piece.turn;
    const goesOn =
      last !== undefined &&
      (speaker === "" ? last.turn === piece.turn : last.turn.speaker === speaker && !last.turn.own);
    const text = harmless(piece.text);
    if (goesOn && lines.length > 0)
      lines[lines.length - 1] += (endsSentence(last?.text ?? "") ? " " : GAP) + text;
    else if (speaker !== "") lines.push(`${NAMED}${harmless(speaker)}: ${text}`);
    else if (own && marked) lines.push(QUOTE + text);
    else lines.push(quotedLine(text, own ? USER_SOURCE : "assistant"));
    last = piece;
  }
  return lines;
}
