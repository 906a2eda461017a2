import { scanWords } from "./scan-words.js";

/** A place in a text, from character to character. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

interface FoundWord extends Place {
  readonly word: string;
  readonly weight: number;
}

/** Where most of the words stand together: the word that counts most there. Undefined if none is in the text. */
export function placeOfWords(
  text: string,
  words: ReadonlyMap<string, number>,
  margin: number,
): Place | undefined {
  const found: FoundWord[] = [];
  scanWords(text, (word, start) => {
    const weight = words.get(word) ?? 0;
    if (weight > 0) found.push({ word, weight, start, end: Math.min(text.length, start + word.length) });
  });
  let best: { readonly at: FoundWord; readonly sum: number } | undefined;
  for (const at of found) {
    const sum = at.weight + sumAround(at, found, margin);
    if (!best || sum > best.sum) best = { at, sum };
  }
  return best && { start: best.at.start, end: best.at.end };
}

function sumAround({ start }: FoundWord, found: readonly FoundWord[], margin: number): number {
  const near = new Map<string, number>();
  for (const { word, weight, start: other } of found)
    if (Math.abs(other - start) <= margin) near.set(word, weight);
  return [...near.values()].reduce((sum, weight) => sum + weight, 0);
}
