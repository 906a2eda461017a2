import { CUES } from "../cues/cues.js";
import { isNegative } from "../ledgers/is-negative.js";
import { contentWords, type ContentWords } from "../ledgers/content-words.js";

interface Halves {
  readonly chosen: ContentWords;
  readonly rejected: ContentWords;
}

function halvesOf(sentence: string): Halves {
  const { start, end } = CUES.find("rejection", sentence) ?? { start: sentence.length, end: sentence.length };
  return { chosen: contentWords(sentence.slice(0, start)), rejected: contentWords(sentence.slice(end)) };
}

const telling = ({ words, numbers }: ContentWords): string[] =>
  [...words, ...numbers].filter((word) => !CUES.hasWord("decision verb", word));

const isWithin = (wanted: ContentWords, said: ContentWords): boolean => {
  const known = new Set([...said.words, ...said.numbers]);
  return telling(wanted).every((word) => known.has(word));
};

/**
 * True if a sentence says the same as a decision in other words: it has every significant word, on the same side
 * of chosen and rejected, and it neither asks, nor weighs, nor says the opposite.
 */
export function supportsDecision(decision: string, sentence: string): boolean {
  if (CUES.has("consideration", sentence) || isNegative(decision) !== isNegative(sentence)) return false;
  const [wanted, said] = [halvesOf(decision), halvesOf(sentence)];
  if (telling(wanted.chosen).length === 0) return false;
  return isWithin(wanted.chosen, said.chosen) && isWithin(wanted.rejected, said.rejected);
}
