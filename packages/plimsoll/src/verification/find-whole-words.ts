const BREAK = 0;
const WORD = 1;
const EDGE = 2;
/** Signs at the edges of a run are no part of its word. */
const CLASSES: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9_]/.test(character)) return WORD;
  return /[@~$./\\+-]/.test(character) ? EDGE : BREAK;
});
const HASH_START = 0x811c9dc5;
const FILTER_BITS = 16;

const hashStep = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);
const filterPlace = (hash: number): number => (hash ^ (hash >>> FILTER_BITS)) & ((1 << FILTER_BITS) - 1);

function hashOf(word: string): number {
  let hash = HASH_START;
  for (let at = 0; at < word.length; at++) hash = hashStep(hash, word.charCodeAt(at));
  return hash;
}

/**
 * Which of the words stand in the texts as words of their own: runs of letters, digits and the signs of paths and ids,
 * without signs at their edges. One quick pass.
 */
export function findWholeWords(words: Iterable<string>, texts: Iterable<string>): Set<string> {
  const wanted = new Map<number, string[]>();
  const filter = new Uint8Array(1 << FILTER_BITS);
  for (const word of new Set(words)) {
    const hash = hashOf(word);
    filter[filterPlace(hash)] = 1;
    const list = wanted.get(hash);
    if (list === undefined) wanted.set(hash, [word]);
    else list.push(word);
  }
  const found = new Set<string>();
  const check = (text: string, hash: number, [start, end]: readonly [number, number]): void => {
    for (const word of wanted.get(hash) ?? []) {
      if (word.length === end - start && !found.has(word) && text.startsWith(word, start)) found.add(word);
    }
  };
  for (const text of texts) {
    scanWords(text, (hash, start, end) => {
      if (filter[filterPlace(hash)] === 1) check(text, hash, [start, end]);
    });
  }
  return found;
}

function scanWords(text: string, word: (hash: number, start: number, end: number) => void): void {
  let start = -1;
  let end = 0;
  let hash = HASH_START;
  let hashAtEnd = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? CLASSES[code] : BREAK;
    if (kind === BREAK) {
      if (start >= 0) word(hashAtEnd, start, end);
      start = -1;
      hash = HASH_START;
    } else if (kind === WORD || start >= 0) {
      if (start < 0) start = at;
      hash = hashStep(hash, code);
      if (kind === WORD) {
        hashAtEnd = hash;
        end = at + 1;
      }
    }
  }
  if (start >= 0) word(hashAtEnd, start, end);
}
