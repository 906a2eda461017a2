import { pushBounded } from "./split-sentences.js";
import type { Slice } from "./unit.js";

const MAX_LINE = 240;
const MAX_NUMBER_DIGITS = 7;
// What stands between a line number and its line: tab, colon, bar, arrow.
const NUMBER_SEPARATORS = new Set([0x09, 0x3a, 0x7c, 0x2192]);

interface Numbering {
  /** The number a line starts with, or -1. */
  readonly value: number;
  /** Where the line proper begins. */
  readonly body: number;
}

const NO_NUMBER: Numbering = { value: -1, body: 0 };

function numbering(text: string, start: number, end: number): Numbering {
  let at = start;
  while (at < end && text.charCodeAt(at) === 32) at++;
  const digits = at;
  let value = 0;
  while (at < end && at - digits <= MAX_NUMBER_DIGITS) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
    at++;
  }
  if (at === digits) return NO_NUMBER;
  if (at < end && !NUMBER_SEPARATORS.has(text.charCodeAt(at))) return NO_NUMBER;
  return { value, body: Math.min(end, at + 1) };
}

/**
 * Tool outputs and long arguments by line, without indentation; lines above 240 characters in pieces. Omits
 * consecutive line numbers. Linear.
 */
export function splitLines(text: string): Slice[] {
  const slices: Slice[] = [];
  let start = 0;
  let previous = -2;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    let body = start;
    const own = numbering(text, start, end);
    if (own.value >= 0) {
      const following = newline === -1 ? NO_NUMBER : numbering(text, end + 1, text.length);
      if (own.value === previous + 1 || following.value === own.value + 1) body = own.body;
    }
    previous = own.value >= 0 ? own.value : -2;
    pushBounded(text, [body, end, MAX_LINE], { into: slices, line: body === start ? -1 : own.value });
    start = end + 1;
  }
  return slices;
}
