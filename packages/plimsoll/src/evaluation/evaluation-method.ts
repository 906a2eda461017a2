import type { Format } from "../formats/format.js";
import type { ItemMeter } from "../tokens/item-meter.js";

export interface MethodRequest {
  readonly format: Format;
  /** What is to be compacted, system items included. */
  readonly items: readonly object[];
  /** Tokens that the answer may have, by `meter`. */
  readonly targetTokens: number;
  readonly meter: ItemMeter<object>;
  readonly signal?: AbortSignal;
}

/** A way to make a conversation smaller; what is compared. */
export interface EvaluationMethod {
  readonly name: string;
  /** The window. @throws CompactError where the target cannot be met; it counts as nothing kept. */
  compact(request: MethodRequest): Promise<readonly object[]>;
}
