import { WIDE_SCRIPT_WORDS } from "./lexicon/wide-script-words.js";

/** Groups of words in Chinese, Japanese and Korean. */
const GROUPS: readonly (readonly string[])[] = WIDE_SCRIPT_WORDS.trim()
  .split("\n")
  .map((line) => line.split(" "));

/** What a question says in Chinese, Japanese or Korean, and other words for it. */
export interface WideSynonyms {
  readonly said: string;
  readonly others: readonly string[];
}

/** The words of the lexicon that stand in a question, each with those of its groups that do not. */
export function wideSynonyms(question: string): WideSynonyms[] {
  return GROUPS.flatMap((group) => {
    const said = group.filter((word) => question.includes(word)).toSorted((a, b) => b.length - a.length)[0];
    return said === undefined ? [] : [{ said, others: group.filter((word) => !question.includes(word)) }];
  });
}
