import { remembered } from "../../text/remembered.js";
import { CUES } from "../cues/cues.js";
import { type ContentWords, contentWords, sharedWords } from "./content-words.js";

const MIN_SHARED = 2;
const MIN_SHARE = 0.4;
/** Names by which a matter is told from one of the same kind. */
const NAMES = /(?<=\S\s)[A-Z][\w-]{2,40}|\b\w{0,30}[_\d]\w{0,30}\b|(?<=\b(?:TODO|FIXME)\()[^)\n]{1,40}/g;
/** True if a sentence says that something is done, came, or is not needed any more. */
export const saysSettled = (sentence: string): boolean =>
  CUES.has("settled matter", sentence) && !CUES.has("not yet", sentence);

const wordsOf: (text: string) => ContentWords = remembered((text) => contentWords(text));

function namesIt(matter: string, sentence: string): boolean {
  const names = matter.match(NAMES);
  const later = sentence.toLowerCase();
  return names === null || names.some((name) => later.includes(name.toLowerCase()));
}

/** The open matter that a sentence speaks of, if it is clear which one. */
export function settledRow<R extends object>(
  sentence: string,
  open: Iterable<R>,
  textOf: (row: R) => string,
): R | undefined {
  const words = contentWords(sentence);
  let best: { readonly row: R; readonly shared: number } | undefined;
  let isTied = false;
  for (const row of open) {
    const text = textOf(row);
    const matter = wordsOf(text);
    const shared = sharedWords(matter, words);
    const least = Math.max(MIN_SHARED, Math.min(matter.words.size, words.words.size) * MIN_SHARE);
    if (shared < least || !namesIt(text, sentence)) continue;
    isTied = best !== undefined && best.shared === shared;
    if (best === undefined || shared > best.shared) best = { row, shared };
  }
  return isTied ? undefined : best?.row;
}
