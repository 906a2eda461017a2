import type { Format } from "plimsoll";

/** Readers of the field accept this many tokens, or a tenth of the target if that is more. */
const LEAST_TOKENS = 100;
/** Ids and numbers have short tokens; a declaration must not grow beyond its limit. */
const CHARACTERS_PER_TOKEN = 1.8;

/** What evidence adds to a line or between two: counts of lines alike, rare values, gaps, members of a list. */
const NOTES =
  /(?<= )\[(?:×\d+(?: alike)?|[^\n[\]]{1,80}: \d+ of \d+ lines)\]$|^… \d+ lines?$|… \d+ in all …/gm;
/** Numbers of fewer digits are told apart from nobody's. */
const LONG_NUMBER = /\d{4}/;

export interface OwnTextInput {
  readonly given: readonly object[];
  readonly result: readonly object[];
  readonly format: Format;
  readonly targetTokens?: number;
}

/**
 * What the engine wrote itself in a compacted list: headers of evidence, which name sizes and archive ids that are
 * not in the conversation, and notes with long numbers. Lines of the given list are quotations and do not count.
 */
export function ownText({ given, result, format, targetTokens = 0 }: OwnTextInput): string[] {
  const known = new Set(given);
  const made = result.filter((item) => !known.has(item)).flatMap((item) => format.view(item).results);
  if (made.length === 0) return [];
  const raw = new Map(
    given.flatMap((item) => format.view(item).results.map(({ callId, text }) => [callId, text] as const)),
  );
  let left = Math.max(LEAST_TOKENS, targetTokens / 10) * CHARACTERS_PER_TOKEN;
  const own: string[] = [];
  for (const { callId, text } of made) {
    const header = text.split("\n", 1)[0] ?? "";
    const notes = (text.match(NOTES) ?? []).filter((note) => LONG_NUMBER.test(note));
    for (const written of new Set([header, ...notes])) {
      if (written === "" || written.length > left || raw.get(callId)?.includes(written) !== false) continue;
      own.push(written);
      left -= written.length + 1;
    }
  }
  return own;
}
