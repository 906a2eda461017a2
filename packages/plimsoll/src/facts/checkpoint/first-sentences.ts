import { type FittingOptions, longestFitting } from "../../text/longest-fitting.js";
import { readProse } from "../ledgers/read-prose.js";

/** Of a message that is mostly its writer's own prose, its beginning says what is wanted; of others, the prose does. */
const LEAST_PROSE_SHARE = 0.6;
const SENTENCE_END = /[.!?。！？।]["'”’»)\]]{0,3}\s+|\n/g;
const CUT = " […]";

/** The beginning of a message behind its label, up to the end of a sentence, that fits; empty if none does. */
export function firstSentences(label: string, text: string, options: FittingOptions): string {
  const prose = readProse(text).map((sentence) => sentence.text);
  const written = prose.reduce((sum, sentence) => sum + sentence.length + 1, 0);
  const source = written >= LEAST_PROSE_SHARE * text.length ? text : prose.join("\n");
  const ends = [...source.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  return longestFitting(ends, options, (end) => label + source.slice(0, end).trimEnd() + CUT);
}
