import { parseExact } from "./exact-text.js";

/** The value of a JSON text, with its numbers for `exactText`; the text itself if it is none. */
export function exactOrText(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return text;
  }
}
