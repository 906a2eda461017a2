import { largestWhere } from "../collections/largest-where.js";
import type { Span } from "./secret-rule.js";

/** A text as its reader sees it, and where its characters stand as written. */
export interface PlainWriting {
  readonly text: string;
  /** The place of a span as written. */
  spanIn<S extends Span>(span: S): S;
}

/** The text with the character in place of each match that its groups name; undefined if there is none. */
export function plainWriting(
  text: string,
  escape: RegExp,
  characterOf: (written: string, groups: readonly unknown[]) => string,
): PlainWriting | undefined {
  /** After each escape: its end in the plain text, and how many characters were saved up to there. */
  const ends: number[] = [];
  const saved: number[] = [];
  let total = 0;
  const plain = text.replace(escape, (written: string, ...groups: unknown[]) => {
    const at = Number(groups.at(-2));
    ends.push(at - total + 1);
    total += written.length - 1;
    saved.push(total);
    return characterOf(written, groups);
  });
  if (total === 0) return undefined;
  const escapesUpTo = (place: number): number =>
    largestWhere(0, ends.length - 1, (index) => (ends[index] ?? 0) <= place);
  const written = (place: number): number => place + (saved[escapesUpTo(place)] ?? 0);
  return { text: plain, spanIn: (span) => ({ ...span, start: written(span.start), end: written(span.end) }) };
}
