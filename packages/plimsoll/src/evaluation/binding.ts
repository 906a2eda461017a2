import type { CallString } from "./call-strings.js";
import type { FormsOf } from "./path-forms.js";
import { standsAlone } from "./stands-alone.js";

/** The maximum distance between a string and a word that gives it meaning. */
const REACH = 160;
const MAX_SOURCE_PLACES = 12;
const MAX_WINDOW_PLACES = 40;
/** A word is rare if at most this share of all passages has it. */
const RARE_SHARE = 0.08;
const LEAST_RARE = 2;

/** Answers whether a string that can be seen in a window can also be understood there. */
export type Binding = (string: CallString, window: string) => boolean;

/**
 * A string is bound if, within 160 characters of it, the window has a rare word that stood as near to it in the source. A
 * line of code is its own meaning.
 */
export function bindingTo(source: string, formsOf: FormsOf): Binding {
  const isRare = rareWords(source);
  const known = new Map<string, ReadonlySet<string>>();
  const cuesOf = (string: CallString): ReadonlySet<string> => {
    let cues = known.get(string.text);
    if (cues === undefined) {
      const around = formsOf(string).flatMap((form) => neighbours(source, form, MAX_SOURCE_PLACES));
      cues = new Set(around.flat().filter(isRare));
      known.set(string.text, cues);
    }
    return cues;
  };
  return (string, window) => {
    if (string.kind === "line") return window.includes(string.text);
    const cues = cuesOf(string);
    const places = formsOf(string).flatMap((form) => neighbours(window, form, MAX_WINDOW_PLACES));
    return places.some((words) => cues.size === 0 || words.some((word) => cues.has(word)));
  };
}

function rareWords(source: string): (word: string) => boolean {
  const passagesWith = new Map<string, number>();
  let passages = 0;
  for (let start = 0; start < source.length; start += 2 * REACH) {
    passages++;
    for (const word of new Set(proseWords(source.slice(start, start + 2 * REACH)))) {
      passagesWith.set(word, (passagesWith.get(word) ?? 0) + 1);
    }
  }
  const most = Math.max(LEAST_RARE, RARE_SHARE * passages);
  return (word) => (passagesWith.get(word) ?? 0) <= most;
}

/** The words around each place of a string. */
function neighbours(text: string, form: string, maxPlaces: number): string[][] {
  const places: string[][] = [];
  for (let at = text.indexOf(form); at !== -1 && places.length < maxPlaces; at = text.indexOf(form, at + 1)) {
    if (!standsAlone(text, at, form.length)) continue;
    const end = at + form.length;
    places.push([
      ...proseWords(text.slice(Math.max(0, at - REACH), at)),
      ...proseWords(text.slice(end, end + REACH)),
    ]);
  }
  return places;
}

const CHUNK = /[^\s"'`{}[\](),:;=<>|]+/g;
const PROSE = /\p{L}[\p{L}-]{3,}/gu;
const CODE = /[\p{N}_@/\\]/u;

/** Words of four letters and more, in lower case, without those that are parts of identifiers. */
function proseWords(text: string): string[] {
  const words: string[] = [];
  for (const [chunk] of text.matchAll(CHUNK)) {
    if (!CODE.test(chunk)) for (const [word] of chunk.matchAll(PROSE)) words.push(word.toLowerCase());
  }
  return words;
}
