import { largestWhere } from "../collections/largest-where.js";
import type { Span } from "./secret-rule.js";

/** A text as its reader sees it, and where its characters stand as written. */
export interface PlainWriting {
  readonly text: string;
  /** The place of a span as written. */
  spanIn<S extends Span>(span: S): S;
}

/**
 * A slash, or a visible character of ASCII by its number, behind the backslashes of up to four levels of JSON or as HTML
 * has it. Quotes and backslashes stay as written: they hold the text together.
 */
const ESCAPE =
  /\\{1,8}(?:\/|u00(?!22|5c)([2-7][\da-f]))|&(?:amp|#x(?!22|5c)([2-7][\da-f])|#(?!34|92)(3[3-9]|[4-9]\d|1[01]\d|12[0-6]));/gi;

function characterOf(hex: string | undefined, decimal: string | undefined, written: string): string {
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (decimal !== undefined) return String.fromCharCode(Number(decimal));
  return written.startsWith("&") ? "&" : "/";
}

/** The numbers of a character, and its place. */
type EscapeGroups = [json?: string, html?: string, decimal?: string, ...place: [number]];

/**
 * Reads what JSON, HTML and most languages let be written in another way: `\/`, `\u002d`, `&#x2F;`. Undefined for a text without it. Secrets are
 * looked for in both: what is decoded later must not hold one that nobody saw.
 */
export function withoutEscapes(text: string): PlainWriting | undefined {
  if (!text.includes("\\") && !text.includes("&")) return undefined;
  /** After each escape: its end in the plain text, and how many characters were saved up to there. */
  const ends: number[] = [];
  const saved: number[] = [];
  let total = 0;
  const plain = text.replace(ESCAPE, (written: string, ...[json, html, decimal, at]: EscapeGroups) => {
    ends.push(at - total + 1);
    total += written.length - 1;
    saved.push(total);
    return characterOf(json ?? html, decimal, written);
  });
  if (total === 0) return undefined;
  const escapesUpTo = (place: number): number =>
    largestWhere(0, ends.length - 1, (index) => (ends[index] ?? 0) <= place);
  const written = (place: number): number => place + (saved[escapesUpTo(place)] ?? 0);
  return { text: plain, spanIn: (span) => ({ ...span, start: written(span.start), end: written(span.end) }) };
}
