import { openedSection, QUOTE } from "../section-labels.js";
import type { TalkPiece } from "./talk-pieces.js";

const SENTENCE_END = /[.!?…。！？][”"'’)）」』\]]{0,3}$/;
/** Between two pieces where a sentence was left before its end. */
const GAP = " … ";

/**
 * Pieces in the order of the talk: what a speaker says in a row on one line behind the name, the user's own words marked
 * where a label explains the mark. A line that would imitate a label or the mark is left out.
 */
export function renderTalk(pieces: readonly TalkPiece[], marked: boolean): string[] {
  const lines: string[] = [];
  let last: TalkPiece | undefined;
  for (const piece of pieces) {
    const { speaker, own } = piece.turn;
    const goesOn =
      last !== undefined &&
      (speaker === "" ? last.turn === piece.turn : last.turn.speaker === speaker && !last.turn.own);
    if (goesOn && lines.length > 0)
      lines[lines.length - 1] += (SENTENCE_END.test(last?.text ?? "") ? " " : GAP) + piece.text;
    else if (speaker !== "") lines.push(`${speaker}: ${piece.text}`);
    else if (own && marked) lines.push(QUOTE + piece.text);
    else if (openedSection(piece.text) === undefined && !piece.text.startsWith(QUOTE)) lines.push(piece.text);
    else continue;
    last = piece;
  }
  return lines;
}
