import { outsidePair } from "../text/outside-pair.js";

/** The least an excerpt needs for its own note. */
const MIN_EXCERPT_TOKENS = 24;

/**
 * The head and the tail of a text with a note about the omitted part, at most `maxTokens` long. Returns a text
 * that fits unchanged. Never cuts inside a surrogate pair.
 */
export function excerpt(text: string, maxTokens: number, count: (text: string) => number): string {
  return excerptOf(text, { maxTokens, count });
}

export interface ExcerptOptions {
  readonly maxTokens: number;
  count(text: string): number;
  /** The id under which the whole text can be read; the note names it. */
  readonly reference?: string;
}

/** The same, with a note that may say where to read the whole text. */
export function excerptOf(text: string, { maxTokens, count, reference }: ExcerptOptions): string {
  const tokens = count(text);
  if (tokens <= maxTokens) return text;
  const where = reference === undefined ? "" : `; full text: ${reference}`;
  const noteFor = (kept: number): string =>
    `\n[… ${text.length - kept} of ${text.length} characters left out${where} …]\n`;
  const noteTokens = reference === undefined ? MIN_EXCERPT_TOKENS : count(noteFor(0));
  let characters = Math.floor((text.length * Math.max(0, maxTokens - noteTokens)) / tokens);
  for (let attempt = 0; attempt < 12 && characters > 0; attempt++) {
    const head = sliceWhole(text, 0, Math.ceil(characters * 0.6));
    const tail = sliceWhole(text, text.length - Math.floor(characters * 0.4), text.length);
    const candidate = head + noteFor(head.length + tail.length) + tail;
    const size = count(candidate);
    if (size <= maxTokens) return candidate;
    characters = Math.floor(characters * Math.min(0.9, (maxTokens / size) * 0.97));
  }
  return `[${text.length} characters left out${where}]`;
}

/** `slice` that never leaves half a character at either end. */
export function sliceWhole(text: string, start: number, end: number): string {
  const from = outsidePair(text, start) < start ? start + 1 : start;
  const to = outsidePair(text, end);
  return to <= from ? "" : text.slice(from, to);
}
