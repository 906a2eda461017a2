import type { Format } from "plimsoll";

/** Readers of the field accept this many tokens, or a tenth of the target if that is more. */
const LEAST_TOKENS = 100;
/** Ids and numbers have short tokens; a declaration must not grow beyond its limit. */
const CHARACTERS_PER_TOKEN = 1.8;

export interface OwnTextInput {
  readonly given: readonly object[];
  readonly result: readonly object[];
  readonly format: Format;
  readonly targetTokens?: number;
}

/**
 * The lines of a compacted list that the engine wrote itself: headers of evidence, which name sizes and archive
 * ids that are not in the conversation. Lines of the given list are quotations and do not count.
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
    if (header === "" || header.length > left || raw.get(callId)?.includes(header) !== false) continue;
    own.push(header);
    left -= header.length + 1;
  }
  return own;
}
