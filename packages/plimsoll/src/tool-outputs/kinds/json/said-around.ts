import { cutText } from "../../evidence/cut-text.js";
import type { Piece } from "../../evidence/piece.js";

const EDGE_CHARACTERS = 2_000;
const MOST_LINES = 4;
const LINE_CHARACTERS = 240;
const VALUE = 107;
/** Lines that belong to JSON: they begin with a sign of it, or are one of its words. */
const JSON_LINE = /^\s*(?:[[\]{}",]|-?\d[\d.eE+-]*,?\s*$|(?:true|false|null),?\s*$)/;

/** Where JSON ends behind which other programs said something, such as that the rest cannot be parsed. */
export function jsonEnd(text: string, start: number): number {
  const from = Math.max(start, text.length - EDGE_CHARACTERS);
  const lines = text.slice(from).split("\n");
  // The first of these lines may be cut.
  const last = lines.findLastIndex((line, index) => index > 0 && JSON_LINE.test(line));
  if (last === -1) return text.length;
  return from + lines.slice(0, last + 1).join("\n").length;
}

/** What other programs said before JSON that begins at `start`, and behind its end. */
export function saidAround(
  text: string,
  { from, start, end }: { readonly from: number; readonly start: number; readonly end: number },
): readonly Piece[] {
  const before = text.slice(Math.max(from, start - EDGE_CHARACTERS), start).split("\n");
  return [
    ...linesOf(before).map((line, index) => piece(line, index - MOST_LINES - 1)),
    ...linesOf(text.slice(end).split("\n")).map((line, index) => piece(line, end + index)),
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
