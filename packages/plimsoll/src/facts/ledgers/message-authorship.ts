import { isDemandOfReader, isSaidToReader } from "./is-said-to-reader.js";
import type { ProseSentence } from "./prose-sentence.js";
import { columnsOf } from "./soft-breaks.js";

/**
 * Who wrote a sentence of a user's message, which decides how much of it binds: `own` is what the user typed;
 * `instructions` belongs to a long text that tells its reader what to do; `documentation` to one that describes
 * something.
 */
export type Authorship = "own" | "instructions" | "documentation";

/** People type less than this; a longer text with headings was written elsewhere. */
const MAX_TYPED_COLUMNS = 2_500;
const MAX_TYPED_WITH_HEADINGS = 1_200;
const LEAST_HEADINGS = 2;
/** The first words before a long text, and the last after it, are the user's own. */
const MAX_OPENING_COLUMNS = 1_000;
const MAX_CLOSING_COLUMNS = 500;
/** A text with headings is one of instructions if so many of its sentences speak to the reader, or are rules for one. */
const LEAST_SHARE_OF_ADDRESS = 0.25;
const LEAST_RULES = 3;
const LEAST_SHARE_OF_RULES = 0.08;

const lengthOf = (sentences: readonly ProseSentence[]): number =>
  sentences.reduce((sum, { text }) => sum + columnsOf(text), 0);

/** Tells who wrote each sentence of one message. Linear. */
export function messageAuthorship(
  sentences: readonly ProseSentence[],
): (sentence: ProseSentence) => Authorship {
  const headings = sentences.at(-1)?.section ?? 0;
  const hasHeadings = headings >= LEAST_HEADINGS;
  const limit = hasHeadings ? MAX_TYPED_WITH_HEADINGS : MAX_TYPED_COLUMNS;
  if (lengthOf(sentences) <= limit) return () => "own";
  const own = new Set([...opening(sentences, headings > 0), ...closing(sentences)]);
  const others = sentences.filter((sentence) => !own.has(sentence));
  const authorship = hasHeadings && !areInstructions(others) ? "documentation" : "instructions";
  return (sentence) => (own.has(sentence) ? "own" : authorship);
}

function areInstructions(sentences: readonly ProseSentence[]): boolean {
  const texts = sentences.map(({ text }) => text).filter((text) => !text.startsWith("#"));
  const rules = texts.filter(isDemandOfReader).length;
  if (rules >= LEAST_RULES && rules >= texts.length * LEAST_SHARE_OF_RULES) return true;
  return rules > 0 && texts.filter(isSaidToReader).length >= texts.length * LEAST_SHARE_OF_ADDRESS;
}

/** The text before the first heading, or the first paragraph if there is no heading. */
function opening(sentences: readonly ProseSentence[], hasHeadings: boolean): readonly ProseSentence[] {
  const [first] = sentences;
  const found = sentences.filter(({ section, paragraph }) =>
    hasHeadings ? section === 0 : paragraph === first?.paragraph,
  );
  return lengthOf(found) <= MAX_OPENING_COLUMNS ? found : [];
}

/** The last paragraph, unless it belongs to a list or directly follows a heading. */
function closing(sentences: readonly ProseSentence[]): readonly ProseSentence[] {
  const last = sentences.at(-1);
  const found = sentences.filter(({ paragraph }) => paragraph === last?.paragraph);
  const isApart = found.every(({ underRules, isListed }) => underRules === "" && !isListed);
  const before = sentences[sentences.length - found.length - 1];
  const isBelowText =
    before !== undefined && before.section === last?.section && !before.text.startsWith("#");
  return isApart && isBelowText && lengthOf(found) <= MAX_CLOSING_COLUMNS ? found : [];
}
