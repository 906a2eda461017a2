import type { ItemView } from "../conversation/item-view.js";
import type { TextCounter } from "./token-seams.js";

/**
 * Views and token counts of items, each computed once. Items are values: an object that was measured
 * must not be changed in place afterwards.
 */
export interface ItemMeter<W extends object> {
  /** The view of an item, cached per object. */
  view(wire: W): ItemView;
  /** Tokens of an item as the model is sent it, envelope included; cached per object and per text. */
  tokens(wire: W): number;
  /** Tokens of a view that belongs to no item yet. */
  viewTokens(view: ItemView): number;
  /** Tokens of a text, cached by content. */
  text(text: string): number;
  /** Takes note of the tokens of a text that somebody else has counted. */
  remember(text: string, tokens: number): void;
  /** Counts texts as `text` does, and adds what the estimator knows without counting. */
  readonly counter: TextCounter;
}
