import { sliceWhole } from "../tool-outputs/excerpt.js";

const WORD = /[\p{L}\p{N}_./@#-]{2,80}/gu;
const MAX_WORDS = 12;
const MARGIN = 140;
const HITS_AN_ITEM = 5;

/** The words of a query, in lower case, each once. */
export function queryWords(query: string): string[] {
  const words = [...query.slice(0, 2000).toLowerCase().matchAll(WORD)].map(([word]) => word);
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** A place in a text, and how many words of the query stand around it. */
export interface TextHit {
  readonly line: number;
  readonly words: number;
  readonly snippet: string;
}

/** The places of a text that hold most of the words; a line of any length shows only what stands around the match. */
export function searchText(text: string, words: readonly string[]): TextHit[] {
  const lower = text.toLowerCase();
  const present = words.filter((word) => lower.includes(word));
  const rarest = present.toSorted((a, b) => b.length - a.length)[0];
  if (rarest === undefined) return [];
  const hits: TextHit[] = [];
  let line = 1;
  let counted = 0;
  for (
    let at = lower.indexOf(rarest);
    at !== -1 && hits.length < 4 * HITS_AN_ITEM;
    at = lower.indexOf(rarest, at + MARGIN)
  ) {
    for (
      let newline = text.indexOf("\n", counted);
      newline !== -1 && newline < at;
      newline = text.indexOf("\n", counted)
    ) {
      line++;
      counted = newline + 1;
    }
    const [start, end] = [Math.max(0, at - MARGIN), Math.min(text.length, at + rarest.length + MARGIN)];
    const around = lower.slice(start, end);
    const found = present.filter((word) => around.includes(word)).length;
    hits.push({ line, words: found, snippet: sliceWhole(text, start, end).trim() });
  }
  return hits.toSorted((a, b) => b.words - a.words || a.line - b.line).slice(0, HITS_AN_ITEM);
}
