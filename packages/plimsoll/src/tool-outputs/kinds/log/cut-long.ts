import { cutText } from "../../evidence/cut-text.js";
import type { Piece } from "../../evidence/piece.js";
import type { FoldRoom } from "./fold-alike.js";

const LONG = 140;

/** Folders before the file in which an error was thrown. */
const FOLDERS = /^(?:[\w.-]*\/)+(?=[\w.-]+:\d+: )/;

const withoutFolders = (text: string): string => text.replace(FOLDERS, "");

/** A message as short as it may become where not all fit. */
export const cutMessage = (text: string): string => cutText(withoutFolders(text), LONG);

/** The pieces, the longest of those that are meant cut as far as they do not fit otherwise. */
export function cutLong(pieces: readonly Piece[], { tokens, least, count }: FoldRoom): readonly Piece[] {
  const meant = pieces.filter(({ value }) => value >= least);
  let excess = meant.reduce((sum, { text }) => sum + count(`${text}\n`), -tokens);
  if (excess <= 0) return pieces;
  const cut = new Map<Piece, Piece>();
  for (const shorten of [withoutFolders, cutMessage])
    for (const piece of meant.toSorted((one, other) => other.text.length - one.text.length)) {
      const before = (cut.get(piece) ?? piece).text;
      const text = shorten(piece.text);
      if (excess <= 0) break;
      if (text === before) continue;
      excess -= count(before) - count(text);
      cut.set(piece, { ...piece, text, brief: text });
    }
  return pieces.map((piece) => cut.get(piece) ?? piece);
}
