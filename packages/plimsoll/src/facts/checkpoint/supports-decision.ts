import { isNegative } from "../ledgers/constraint-kind.js";
import { contentWords, type ContentWords } from "../ledgers/content-words.js";

/** Behind these words stands what was turned down. */
const CONTRAST = /\b(?:instead of|rather than|in place of|as opposed to|over|not)\b|而不是/i;
/** What is weighed is not decided. */
const WEIGHED = /[?？]$|\b(?:could|might|maybe|perhaps|consider(?:ing)?|whether|should (?:i|we)|what if)\b/i;
/** Words by which a decision is told, whatever it is. */
const TELLING =
  /^(?:use|using|used|go|going|choose|chose|chosen|pick|picked|decide|decided|decision|adopt|adopted|select|selected|switch|switched|keep|kept|stay|stick|settle|settled|will|let|user|assistant|agreed|opt|opted|decid|settl|chos|agre|adopt|select)$/;

interface Halves {
  readonly chosen: ContentWords;
  readonly rejected: ContentWords;
}

function halvesOf(sentence: string): Halves {
  const contrast = CONTRAST.exec(sentence);
  const at = contrast?.index ?? sentence.length;
  return {
    chosen: contentWords(sentence.slice(0, at)),
    rejected: contentWords(sentence.slice(at + (contrast?.[0].length ?? 0))),
  };
}

const telling = ({ words, numbers }: ContentWords): string[] =>
  [...words, ...numbers].filter((word) => !TELLING.test(word));

const isWithin = (wanted: ContentWords, said: ContentWords): boolean => {
  const known = new Set([...said.words, ...said.numbers]);
  return telling(wanted).every((word) => known.has(word));
};

/**
 * True if a sentence says what a decision says, in other words around the same ones: every word that tells something is
 * in it, on the same side of what was chosen and what was turned down, and it neither asks nor weighs nor says the opposite.
 */
export function supportsDecision(decision: string, sentence: string): boolean {
  if (WEIGHED.test(sentence) || isNegative(decision) !== isNegative(sentence)) return false;
  const [wanted, said] = [halvesOf(decision), halvesOf(sentence)];
  if (telling(wanted.chosen).length === 0) return false;
  return isWithin(wanted.chosen, said.chosen) && isWithin(wanted.rejected, said.rejected);
}
