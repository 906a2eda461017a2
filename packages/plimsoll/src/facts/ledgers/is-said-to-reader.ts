import { CUES } from "../cues/cues.js";
import { constraintKind } from "./constraint-kind.js";
import { spokenWords } from "./spoken-words.js";

/**
 * True if a sentence asks its reader for something: an order, "you", "we", a wish of the writer. False if it
 * describes what something else does or must do: "The server must answer in five seconds."
 */
export function isSaidToReader(text: string): boolean {
  const sentence = spokenWords(text);
  if (CUES.has("address", sentence)) return true;
  return CUES.has("bare prohibition", sentence) && !CUES.has("descriptive verb", sentence);
}

/** True if a sentence demands something of its reader rather than of its subject. */
export const isDemandOfReader = (text: string): boolean =>
  constraintKind(text) !== undefined && isSaidToReader(text);
