import type { Format } from "../formats/format.js";
import type { ItemMeter } from "../tokens/item-meter.js";

export interface MethodRequest {
  readonly format: Format;
  /** The items to compact, including system items. */
  readonly items: readonly object[];
  /** Tokens that the answer may have, by `meter`. */
  readonly targetTokens: number;
  readonly meter: ItemMeter<object>;
  readonly signal?: AbortSignal;
}

/** A method to make a conversation smaller, for comparison. */
export interface EvaluationMethod {
  readonly name: string;
  /** The window. @throws CompactError if the target cannot be met; that counts as nothing kept. */
  compact(request: MethodRequest): Promise<readonly object[]>;
}
