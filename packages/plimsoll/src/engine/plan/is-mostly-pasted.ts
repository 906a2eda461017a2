import { proseLines } from "../../facts/ledgers/prose-lines.js";

/** Nobody minds so many characters of code or log inside a message. */
const FEW_CHARACTERS = 2_000;

/** True for a user message that is long because of code, logs or documents pasted into it. Linear. */
export function isMostlyPasted(text: string): boolean {
  if (text.length <= FEW_CHARACTERS) return false;
  const own = proseLines(text.split(/\r?\n/)).reduce((sum, line) => sum + line.text.length, 0);
  return text.length - own > FEW_CHARACTERS;
}
