const PLAIN = /^[a-z0-9_./@#-]*$/;
const MARKED_LATIN = /(?<=\p{Script=Latin})\p{Mn}+/gu;

/** A word as the search compares it: without case, without the accents of Latin letters, in one width. */
export function foldWord(word: string): string {
  if (PLAIN.test(word)) return word;
  const lower = word.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .replace(MARKED_LATIN, "")
    .normalize("NFC")
    .replaceAll("ё", "е")
    .replaceAll("ς", "σ")
    .replaceAll("ß", "ss");
}
