import { lastCertainBoundary } from "./last-certain-boundary.js";

/** A stretch without a certain token boundary is cut here, whatever it is: it bounds the longest pre-token. */
export const RUN_LIMIT = 512;

/** Ordinary text is cut at a certain boundary about this often, which bounds the input of a tokenizer. */
const PIECE_TARGET = 2048;

/** No piece is longer than this. */
export const PIECE_LIMIT: number = PIECE_TARGET + RUN_LIMIT;

function insideSurrogatePair(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
}

/**
 * Cuts a text into pieces of at most {@link PIECE_LIMIT} characters that join to it again. The counts of the
 * pieces add up to the count of the whole in `o200k_base` and `cl100k_base`. The exception: more than {@link
 * RUN_LIMIT} characters without a certain boundary are cut by length, so that a tokenizer with quadratic cost in
 * its longest pre-token stays linear.
 */
export function splitForTokenizer(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let reached = 0;
  while (text.length - reached > RUN_LIMIT) {
    const end = reached + RUN_LIMIT;
    const boundary = lastCertainBoundary(text, reached, end);
    reached = boundary === -1 ? end - (insideSurrogatePair(text, end) ? 1 : 0) : boundary;
    if (boundary === -1 || reached - start >= PIECE_TARGET) {
      pieces.push(text.slice(start, reached));
      start = reached;
    }
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}
