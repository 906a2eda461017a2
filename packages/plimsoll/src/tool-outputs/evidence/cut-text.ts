import { sliceWhole } from "../excerpt.js";

/** The first `max` characters, with an ellipsis if something was cut off. */
export function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${sliceWhole(text, 0, Math.max(0, max - 1))}…`;
}

/** The longest beginning of the text with at most `maxTokens`, with an ellipsis if it was cut. */
export function cutToTokens(text: string, maxTokens: number, count: (text: string) => number): string {
  if (maxTokens <= 0) return "";
  let low = 0;
  // No vocabulary has much longer tokens, and none needs much more than four tokens for a character.
  let high = Math.min(text.length, maxTokens * 128);
  if (high === text.length && high <= maxTokens * 16 && count(text) <= maxTokens) return text;
  let best = "";
  let guess = Math.min(high, maxTokens * 3);
  for (let attempt = 0; attempt < 24 && low < high; attempt += 1) {
    const candidate = cutText(text, Math.max(1, guess));
    if (count(candidate) <= maxTokens) {
      best = candidate;
      low = guess;
    } else {
      high = guess - 1;
    }
    if (high - low <= 8 && best !== "") break;
    guess = Math.ceil((low + Math.min(high, low * 2 + 16)) / 2);
  }
  return best;
}
