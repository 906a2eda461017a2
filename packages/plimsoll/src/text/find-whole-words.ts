const BREAK = 0;
const WORD = 1;
const EDGE = 2;
/** Signs at the edges of a run are not part of its word. */
const CLASSES: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9_]/.test(character)) return WORD;
  return /[@~$./\\+-]/.test(character) ? EDGE : BREAK;
});
const PLACES = 65_536;

/** What distinguishes most other words from a wanted one: its length, its first and its last character. */
const placeOf = (length: number, first: number, last: number): number =>
  (((length & 31) << 11) ^ (first << 5) ^ last) & (PLACES - 1);

/**
 * So few words are searched one by one: the built-in search for one string is many times as fast as a pass.
 */
const FEW = 6;

/**
 * Which of the words occur in the texts as separate words: runs of letters, digits and the signs of paths and
 * ids, without signs at their edges. One quick pass that stops once all but a few are found.
 */
export function findWholeWords(words: Iterable<string>, texts: readonly string[]): Set<string> {
  const missing = new Set(words);
  const found = new Set<string>();
  const filter = new Uint8Array(PLACES);
  for (const word of missing)
    filter[placeOf(word.length, word.charCodeAt(0), word.charCodeAt(word.length - 1))] = 1;
  const check = (word: string): void => {
    if (missing.delete(word)) found.add(word);
  };
  let passed = 0;
  for (; passed < texts.length && missing.size > FEW; passed++) scanWords(texts[passed] ?? "", filter, check);
  const rest = texts.slice(passed);
  for (const word of missing) if (rest.some((text) => hasWholeWord(text, word))) found.add(word);
  return found;
}

function hasWholeWord(text: string, word: string): boolean {
  if (word === "") return false;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!joinsWord(text, at - 1, -1) && !joinsWord(text, at + word.length, 1)) return true;
  }
  return false;
}

/** True if a run continues from here, past its signs, to another part of a word. */
function joinsWord(text: string, from: number, step: 1 | -1): boolean {
  let at = from;
  while (classAt(text, at) === EDGE) at += step;
  return classAt(text, at) === WORD;
}

function classAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 128 ? (CLASSES[code] ?? BREAK) : BREAK;
}

/** Gives the words of a text that the filter lets through. */
function scanWords(text: string, filter: Uint8Array, found: (word: string) => void): void {
  const { length } = text;
  let start = -1;
  let end = 0;
  for (let at = 0; at <= length; at++) {
    const code = at < length ? text.charCodeAt(at) : 0;
    const kind = code < 128 ? CLASSES[code] : BREAK;
    if (kind === WORD) {
      if (start < 0) start = at;
      end = at + 1;
    } else if (kind === BREAK && start >= 0) {
      const place = placeOf(end - start, text.charCodeAt(start), text.charCodeAt(end - 1));
      if (filter[place] === 1) found(text.slice(start, end));
      start = -1;
    }
  }
}
