import { CompactError } from "../errors/compact-error.js";
import type { Call } from "./call.js";

/** Refuses what no call can work with. Items that were looked at before, up to `from`, are not looked at again. */
export function checkCall<W extends object>({ items, options }: Partial<Call<W>>, from: number): void {
  const target = options?.targetTokens;
  if (target !== undefined && (!Number.isInteger(target) || target < 1)) {
    throw invalid(`targetTokens is ${String(target)}; it must be a whole number of at least 1.`, {
      targetTokens: target,
    });
  }
  const max = options?.maxContextTokens;
  if (max !== undefined && (!Number.isInteger(max) || max < 1)) {
    throw invalid(`maxContextTokens is ${String(max)}; it must be a whole number of at least 1.`, {
      maxContextTokens: max,
    });
  }
  if (items === undefined) return;
  if (!Array.isArray(items)) {
    throw invalid(`The items are of type ${typeof items}; pass the whole list of items as an array.`, {});
  }
  for (let index = from; index < items.length; index++) {
    const item: unknown = items[index];
    if (typeof item === "object" && item !== null && !Array.isArray(item)) continue;
    const found = item === null ? "null" : Array.isArray(item) ? "an array" : `of type ${typeof item}`;
    throw invalid(`Item ${index} is ${found}; every item must be an object in its wire format.`, { index });
  }
}

function invalid(message: string, details: Record<string, unknown>): CompactError {
  return new CompactError("INVALID_INPUT", message, { details });
}
