import type { Format, TokenEstimator } from "plimsoll";
import { createItemMeter } from "plimsoll/tokens";

/** A request as far as it costs tokens. */
export interface CountedPrompt {
  readonly format: Format;
  readonly items: readonly object[];
  readonly instructions?: string;
  /** Tools and schemas, as they are sent. */
  readonly fixed: readonly unknown[];
}

/** The tokens of a prompt, as well as they can be counted here. */
export function countPrompt(
  estimator: TokenEstimator,
  { format, items, instructions = "", fixed }: CountedPrompt,
): number {
  const meter = createItemMeter<object>(format, estimator);
  const list = items.reduce<number>((total, item) => total + meter.tokens(item), 0);
  const rest = fixed.map((part) => JSON.stringify(part) ?? "").filter((text) => text !== "");
  return list + meter.text(instructions) + rest.reduce((total, text) => total + meter.text(text), 0);
}
