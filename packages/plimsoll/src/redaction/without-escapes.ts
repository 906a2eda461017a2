import { type PlainWriting, plainWriting } from "./plain-writing.js";

/**
 * A slash, or a visible character of ASCII by its number, behind the backslashes of up to four levels of JSON or as HTML
 * has it. Quotes and backslashes stay as written: they hold the text together.
 */
const ESCAPE =
  /\\{1,8}(?:\/|u00(?!22|5c)([2-7][\da-f]))|&(?:amp|#x(?!22|5c)([2-7][\da-f])|#(?!34|92)(3[3-9]|[4-9]\d|1[01]\d|12[0-6]));/gi;

function characterOf(written: string, [json, html, decimal]: readonly unknown[]): string {
  const hex = json ?? html;
  if (typeof hex === "string") return String.fromCharCode(Number.parseInt(hex, 16));
  if (typeof decimal === "string") return String.fromCharCode(Number(decimal));
  return written.startsWith("&") ? "&" : "/";
}

/**
 * Reads what JSON, HTML and most languages let be written in another way: `\/`, `\u002d`, `&#x2F;`. Undefined for a text without it. Secrets are
 * looked for in both: what is decoded later must not hold one that nobody saw.
 */
export function withoutEscapes(text: string): PlainWriting | undefined {
  if (!text.includes("\\") && !text.includes("&")) return undefined;
  return plainWriting(text, ESCAPE, characterOf);
}
