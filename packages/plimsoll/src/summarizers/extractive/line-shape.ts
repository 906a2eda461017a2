const MAX_CHARACTERS = 240;
/** Tokens with a digit, at most this share of all, and so many words: a sentence, known by its first words. */
const MOST_NUMBERS = 0.3;
const LEAST_WORDS = 5;
const OPENING_WORDS = 3;
const CODE = /[{}();=<>[\]]/;
const TOKEN = /[\p{L}\p{M}\p{N}_]+/gu;
const HAS_DIGIT = /\d/;

/**
 * What a line looks like without what differs from row to row: numbers and names in the same places, or, for a sentence,
 * its first words.
 */
export function lineShape(line: string): string {
  const text = line.slice(0, MAX_CHARACTERS);
  const tokens = text.match(TOKEN) ?? [];
  const numbers = tokens.filter((token) => HAS_DIGIT.test(token)).length;
  const words = tokens.length - numbers;
  if (words >= LEAST_WORDS && numbers <= MOST_NUMBERS * tokens.length && !CODE.test(text)) {
    const opening = tokens.filter((token) => !HAS_DIGIT.test(token)).slice(0, OPENING_WORDS);
    return opening.join(" ").toLowerCase();
  }
  return text
    .replace(TOKEN, (token) => (HAS_DIGIT.test(token) ? "9" : "a"))
    .replace(/\s+/g, "")
    .replace(/a{2,}/g, "a");
}
