import type { Piece } from "../../evidence/piece.js";
import { alikeMiddle } from "./alike-middle.js";
import { errorKey } from "./error-key.js";

/** Errors that begin with the same words are compared. */
const BEGINNING = /^\S+(?: \S+)?/;

/** What folded pieces may take, and which are meant: those of at least this value. */
export interface FoldRoom {
  readonly tokens: number;
  readonly least: number;
  readonly count: (text: string) => number;
}

/**
 * The pieces, of which those that are said like one before them show only what differs, the least valuable first, as far as
 * all of them do not fit otherwise.
 */
export function foldAlike(pieces: readonly Piece[], { tokens, least, count }: FoldRoom): readonly Piece[] {
  const meant = pieces.filter(({ value }) => value >= least);
  let excess = meant.reduce((sum, { text }) => sum + count(`${text}\n`), -tokens);
  if (excess <= 0) return pieces;
  const folded = new Map<Piece, Piece>();
  const models = new Map<string, string>();
  const candidates = meant.flatMap((piece) => {
    const said = errorKey(piece.text);
    const beginning = BEGINNING.exec(said)?.[0] ?? "";
    const model = models.get(beginning);
    if (model === undefined) models.set(beginning, said);
    const text = model === undefined ? undefined : alikeMiddle(said, model);
    return text === undefined ? [] : [{ piece, text, saved: Math.max(0, count(piece.text) - count(text)) }];
  });
  // Those that give most room first, so that few have to.
  candidates.sort((one, other) => one.piece.value - other.piece.value || other.saved - one.saved);
  for (const { piece, text, saved } of candidates) {
    if (excess <= 0) break;
    excess -= saved;
    folded.set(piece, { ...piece, text, brief: text });
  }
  return pieces.map((piece) => folded.get(piece) ?? piece);
}
