import type { Piece } from "../../evidence/piece.js";
import type { DistinctErrors } from "./distinct-errors.js";
import { errorKey } from "./error-key.js";

/** One piece per line, the best of them, and none for a line that is an error or says what another says. */
export function bestPieces(pieces: readonly Piece[], errors: DistinctErrors): readonly Piece[] {
  const { orders } = errors;
  const best = new Map<number, Piece>();
  const said = new Map<string, number>();
  for (const piece of pieces) {
    const other = best.get(piece.order);
    const key = errorKey(piece.text.trim());
    if ((said.get(key) ?? piece.order) !== piece.order) continue;
    said.set(key, piece.order);
    const isTold = orders.has(piece.order) || errors.has(key);
    if (!isTold && (other === undefined || other.value < piece.value)) best.set(piece.order, piece);
  }
  return [...best.values()];
}
