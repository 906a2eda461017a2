import { lineAt } from "../text/count-lines.js";
import { placeOfWords } from "./ranking/place-of-words.js";
import type { RecallHit } from "./recall.js";
import type { LookedAt } from "./looked-at.js";
import { wholeWords } from "./whole-words.js";

const MARGIN = 140;
const HITS_A_DOCUMENT = 5;
/** How much each further place in a document counts: others have something to say too. */
const FURTHER_PLACE = 0.6;
/** How good a further place must be, beside the best of its document. */
const LEAST_SHARE = 0.6;

/** The places in ranked passages where the words stand, a few in each document, and none twice for the same text. */
export function hitsIn(passages: readonly LookedAt[], words: ReadonlyMap<string, number>): RecallHit[] {
  const hits: RecallHit[] = [];
  const places = new Map<string, { readonly best: number; readonly count: number }>();
  const shown = new Set<string>();
  for (const passage of passages) {
    const { best, count } = places.get(passage.document) ?? { best: passage.score, count: 0 };
    if (count === HITS_A_DOCUMENT || passage.score < best * LEAST_SHARE) continue;
    const hit = hitIn(passage, words);
    if (shown.has(hit.snippet)) continue;
    shown.add(hit.snippet);
    places.set(passage.document, { best, count: count + 1 });
    hits.push({ ...hit, score: passage.score * FURTHER_PLACE ** count });
  }
  return hits;
}

function hitIn(
  { document, role, text, start, end }: LookedAt,
  words: ReadonlyMap<string, number>,
): Omit<RecallHit, "score"> {
  const place = placeOfWords(text.slice(start, end), words, MARGIN) ?? { start: 0, end: 0 };
  const [from, to] = [start + place.start, start + place.end];
  const around = { start: Math.max(0, from - MARGIN), end: Math.min(text.length, to + MARGIN) };
  const snippet = wholeWords(text, around);
  return { id: document, role, line: lineAt(text, from), snippet };
}
