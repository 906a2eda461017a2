import type { ItemView, Role, ToolCallView } from "../conversation/item-view.js";

/** Calls and results of one item, by their positions in its view. */
export interface ItemParts {
  readonly calls: ReadonlySet<number>;
  readonly results: ReadonlySet<number>;
}

/**
 * How one wire format is read, and how the few synthetic items are made in it. Formats describe,
 * they do not convert: the engine works on views over the caller's own objects.
 */
export interface Format<W extends object = object> {
  readonly name: string;

  /**
   * Reads one item. Never throws: an unknown item becomes a view with an `unknown` attachment of its JSON length,
   * so that it is counted and kept whole. Pure: the result depends only on the item, and the item is not changed.
   */
  view(wire: W): ItemView;

  /** A new item with this text: a summary, a notice. Never called with `tool`. */
  message(role: Role, text: string): W;

  /**
   * A copy of `wire` in which the result of `callId` has `text` instead of its output; everything else,
   * ids included, stays. Called with an item whose view has that result.
   */
  withResult(wire: W, callId: string, text: string): W;

  /**
   * The same for several results at once, by their positions in the view: for formats whose items hold more than one, with
   * ids that may be missing or repeated. @default `withResult` for each whose id no other result of the item has
   */
  withResults?(wire: W, texts: ReadonlyMap<number, string>): W;

  /**
   * A copy of `wire` without these calls and results; everything else stays. For formats whose items mix them
   * with other content. @default a message with the text of the item
   */
  withoutParts?(wire: W, parts: ItemParts): W;

  /** A new item that answers `call` with `text`; used to repair a call whose result was never recorded. */
  result(call: ToolCallView, text: string): W;

  /**
   * A copy of `wire` that also answers `call` with `text`; undefined unless it holds such results already. For formats in which
   * the results of parallel calls stand in one item. @default an item of its own
   */
  withAnswer?(wire: W, call: ToolCallView, text: string): W | undefined;

  /** True if this item is clearly of this format; used by detection, which asks for every item. */
  matches(wire: unknown): boolean;

  /**
   * The provider is strict about turns: it refuses a conversation that does not start and end with the user's
   * side, or a call right after an assistant message (Anthropic, Gemini).
   */
  readonly opensWithUser: boolean;
}
