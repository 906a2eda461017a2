import type { Located, Span } from "./secret-rule.js";
import { isHarmless } from "./is-harmless.js";
import { isReference } from "./is-reference.js";
import { isWordy } from "./is-wordy.js";
import { looksRandom } from "./looks-random.js";

const MAX_TAG = 80;
const MAX_TEXT = 1024;
const CLOSING = /<\/[\w:.-]{0,60}$/;

/** The text of an XML element whose closing tag ends with the match: `</password>`, `</ns:db-password>`. */
export function locateElement(text: string, match: Span): Located {
  const closing = CLOSING.exec(text.slice(Math.max(0, match.start - MAX_TAG), match.start));
  if (closing === null) return { ...match, start: match.end, secret: false };
  const close = match.start - closing[0].length;
  const before = text.slice(Math.max(0, close - MAX_TEXT), close);
  const inner = before.slice(Math.max(before.lastIndexOf(">"), before.lastIndexOf("<![CDATA[") + 8) + 1);
  const value = inner.replace(/\]\]$/, "").trim();
  const start = close - inner.length + inner.indexOf(value);
  const harmless = isReference(value) || isHarmless(value) || value.length < 4;
  const isPassword = /^pass|^pwd/i.test(text.slice(match.start, match.end));
  const likely = isPassword ? !/\s.*\s/.test(value) : looksRandom(value) && !isWordy(value);
  return { start, end: start + value.length, secret: !harmless && likely };
}
