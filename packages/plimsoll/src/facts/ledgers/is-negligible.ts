/** Fewer words than this say yes or no, or “go on”. */
const LEAST_WORDS = 3;
/** Of scripts without blanks, so many characters. */
const LEAST_CHARACTERS = 6;
const WITHOUT_BLANKS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** True for a message that asks for nothing by itself: a greeting, an answer, “go on”. */
export function isNegligible(text: string): boolean {
  const words = text.trim().split(/\s+/, LEAST_WORDS);
  if (words.length >= LEAST_WORDS) return false;
  return (text.slice(0, 200).match(WITHOUT_BLANKS) ?? []).length < LEAST_CHARACTERS;
}
