import { cutText } from "../../evidence/cut-text.js";
import type { Piece } from "../../evidence/piece.js";

const EDGE_CHARACTERS = 2_000;
const MOST_LINES = 4;
const LINE_CHARACTERS = 240;
const VALUE = 107;
/** Lines that belong to JSON: they begin with a sign of it, or are one of its words. */
const JSON_LINE = /^\s*(?:[[\]{}",]|-?\d[\d.eE+-]*,?\s*$|(?:true|false|null),?\s*$)/;

/** What other programs said before JSON that begins at `start`, and behind it, such as that the rest cannot be parsed. */
export function saidAround(text: string, from: number, start: number): readonly Piece[] {
  const before = text.slice(Math.max(from, start - EDGE_CHARACTERS), start).split("\n");
  const end = text.slice(Math.max(start, text.length - EDGE_CHARACTERS));
  // The first of these lines may be cut.
  const behind = end.split("\n").slice(1);
  const last = behind.findLastIndex((line) => JSON_LINE.test(line));
  return [
    ...linesOf(before).map((line, index) => piece(line, index - MOST_LINES - 1)),
    ...(last === -1 ? [] : linesOf(behind.slice(last + 1))).map((line, index) =>
      piece(line, text.length + index),
    ),
  ];
}

const linesOf = (lines: readonly string[]): readonly string[] =>
  lines.filter((line) => line.trim() !== "").slice(-MOST_LINES);

const piece = (line: string, order: number): Piece => ({
  order,
  text: cutText(line.trimEnd(), LINE_CHARACTERS),
  value: VALUE,
  lines: 1,
});
