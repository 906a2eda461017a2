import type { Block } from "./build-blocks.js";

/**
 * The turn number of every block: a turn is a user message and everything up to the next one. Blocks before the
 * first user message are turn 0. Consecutive user messages share a turn, because people (and clients) send a
 * request in several pieces.
 */
export function numberTurns(blocks: readonly Block[]): number[] {
  let turn = 0;
  let opening = false;
  return blocks.map((block) => {
    if (block.opensTurn && !opening) turn++;
    opening = block.opensTurn;
    return turn;
  });
}
