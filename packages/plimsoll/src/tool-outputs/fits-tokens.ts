import type { TextCounter } from "../tokens/token-seams.js";
import { sliceWhole } from "./excerpt.js";

/** No token of a common vocabulary is longer than this many characters. */
const LONGEST_TOKEN = 128;
/** Text of this many characters per token is far over the limit in any language. */
const SAMPLE_CHARACTERS_PER_TOKEN = 8;

/** True if the text has at most `maxTokens`; does not count a text that is plainly too long. */
export function fitsTokens(
  text: string,
  limit: Pick<TextCounter, "count" | "known"> & { readonly maxTokens: number },
): boolean {
  const known = limit.known?.(text);
  if (known !== undefined) return known <= limit.maxTokens;
  if (text.length > limit.maxTokens * LONGEST_TOKEN) return false;
  const sample = limit.maxTokens * SAMPLE_CHARACTERS_PER_TOKEN;
  if (text.length > sample * 2 && limit.count(sliceWhole(text, 0, sample)) > limit.maxTokens + 2)
    return false;
  return limit.count(text) <= limit.maxTokens;
}
