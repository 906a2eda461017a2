const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Of a text with more words than any line needs, its beginning counts. */
const MAX_WORDS = 20_000;

/** The words of a text in lower case, each once; pairs of characters where words have no blanks between them. */
export function distinctWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    if (words.size >= MAX_WORDS) break;
    if (!UNSPACED.test(word)) {
      words.add(word);
      continue;
    }
    const characters = [...word];
    for (let at = 0; at + 1 < characters.length; at++) words.add(`${characters[at]}${characters[at + 1]}`);
    if (characters.length === 1) words.add(word);
  }
  return words;
}
