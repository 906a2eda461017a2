import { ownText } from "./own-text.js";

const MOST = 2_000;
const MOST_CHARACTERS = 1_000;

/**
 * The same function of a text, which answers what it was asked lately from memory: the last `most` texts, and up to as many before
 * them. Texts that are long are read anew.
 */
export function remembered<T>(read: (text: string) => T, most: number = MOST): (text: string) => T {
  let newer = new Map<string, T>();
  let older = new Map<string, T>();
  return (text) => {
    if (text.length > MOST_CHARACTERS) return read(text);
    const known = newer.get(text);
    if (known !== undefined || newer.has(text)) return known as T;
    const answer = older.has(text) ? (older.get(text) as T) : read(text);
    if (newer.size >= most) [older, newer] = [newer, new Map()];
    // The text may be cut out of a long one, which would stay alive with it.
    newer.set(ownText(text), answer);
    return answer;
  };
}
