/** What a UTF-16 code unit is to a search. */
export const CHARACTER = {
  /** Separates words. */
  other: 1,
  letter: 2,
  capital: 3,
  digit: 4,
  /** Stands inside names, paths and numbers. */
  joiner: 5,
  /** Of a script without blanks between its words, or with endings on them: Chinese, Japanese, Korean. */
  wide: 6,
} as const;

const JOINERS = "_./@#-";
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー]/u;
const CAPITAL = /\p{Lu}/u;
const LETTER = /[\p{L}\p{M}]/u;
const DIGIT = /\p{N}/u;

const classes = new Uint8Array(0x1_0000);

/** The class of a code unit. Halves of surrogate pairs separate words. */
export function characterClass(unit: number): number {
  const known = classes[unit] ?? CHARACTER.other;
  if (known !== 0) return known;
  const found = classify(String.fromCharCode(unit));
  classes[unit] = found;
  return found;
}

function classify(character: string): number {
  if (JOINERS.includes(character)) return CHARACTER.joiner;
  if (WIDE.test(character)) return CHARACTER.wide;
  if (CAPITAL.test(character)) return CHARACTER.capital;
  if (LETTER.test(character)) return CHARACTER.letter;
  return DIGIT.test(character) ? CHARACTER.digit : CHARACTER.other;
}
