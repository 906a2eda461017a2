import type { OutlineBlock } from "./outline.js";

/** True for a block that opens a turn with words of the user, not of a client. */
export const isUserTurn = (block: OutlineBlock | undefined): block is OutlineBlock =>
  block !== undefined && block.opensTurn && !block.clientContext;
