import { wholeWords } from "./whole-words.js";

const MARGIN = 140;
const HITS_AN_ITEM = 5;
/** Places of one item that are looked at. */
const MAX_PLACES = 500;

/** A position in a text, and how many words of the query are near it. */
export interface TextHit {
  readonly line: number;
  readonly words: number;
  readonly snippet: string;
}

/**
 * The positions of a text with most of the words nearby; for a line of any length, only the surroundings of the
 * match.
 */
export function searchText(text: string, words: readonly string[]): TextHit[] {
  const lower = text.toLowerCase();
  const present = words.filter((word) => lower.includes(word));
  const anchor = rarest(lower, present);
  if (anchor === undefined) return [];
  const hits: TextHit[] = [];
  const lines = new LineCounter(text);
  for (
    let at = lower.indexOf(anchor);
    at !== -1 && hits.length < MAX_PLACES;
    at = lower.indexOf(anchor, at + 1)
  ) {
    const [start, end] = [Math.max(0, at - MARGIN), Math.min(text.length, at + anchor.length + MARGIN)];
    const around = lower.slice(start, end);
    const found = present.filter((word) => around.includes(word)).length;
    hits.push({ line: lines.lineAt(at), words: found, snippet: wholeWords(text, { start, end }) });
  }
  return hits.toSorted((a, b) => b.words - a.words || a.line - b.line).slice(0, HITS_AN_ITEM);
}

/** The word with the fewest occurrences, the longest of several: only those positions need a closer look. */
function rarest(text: string, words: readonly string[]): string | undefined {
  const counted = words.map((word) => ({ word, places: countPlaces(text, word) }));
  return counted.toSorted((a, b) => a.places - b.places || b.word.length - a.word.length)[0]?.word;
}

function countPlaces(text: string, word: string): number {
  let places = 0;
  for (let at = text.indexOf(word); at !== -1 && places < MAX_PLACES; at = text.indexOf(word, at + 1))
    places++;
  return places;
}

/** The line of a position, for positions in ascending order. */
class LineCounter {
  readonly #text: string;
  #line = 1;
  #next: number;

  constructor(text: string) {
    this.#text = text;
    this.#next = text.indexOf("\n");
  }

  lineAt(position: number): number {
    while (this.#next !== -1 && this.#next < position) {
      this.#line++;
      this.#next = this.#text.indexOf("\n", this.#next + 1);
    }
    return this.#line;
  }
}
