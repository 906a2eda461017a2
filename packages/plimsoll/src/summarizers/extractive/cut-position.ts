import { outsidePair } from "../../text/outside-pair.js";
import { CHARACTER, characterClass } from "./character-class.js";

const MAX_NAME = 60;

/**
 * Where to cut `text` so that the piece from `start` has at most `size` characters: after a space in the second
 * half of the piece if there is one, otherwise between names, and never inside a surrogate pair.
 */
export function cutPosition(text: string, start: number, size: number): number {
  const limit = start + size;
  if (limit >= text.length) return text.length;
  for (let at = limit; at > start + size / 2; at--) {
    if (text.charCodeAt(at - 1) === 32) return at;
  }
  for (let at = limit; at > limit - MAX_NAME; at--) {
    if (characterClass(text.charCodeAt(at - 1)) === CHARACTER.separator) return outsidePair(text, at);
  }
  const cut = outsidePair(text, limit);
  return cut > start ? cut : limit;
}
