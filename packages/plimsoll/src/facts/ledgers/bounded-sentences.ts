import { outsidePair } from "../../text/outside-pair.js";
import { sentenceSpans } from "../../text/sentence-spans.js";
import { constraintKind } from "./constraint-kind.js";

const MAX_SENTENCE_CHARACTERS = 600;
/** A demand may list many things, and all of them belong to it. */
export const MAX_DEMAND_CHARACTERS = 2_000;

/** Drops a mark of emphasis that a neighbouring sentence opens or closes. */
function withoutEmphasis(sentence: string): string {
  const marks = sentence.split("**").length - 1;
  if (marks % 2 === 0) return sentence;
  return sentence.startsWith("**") ? sentence.slice(2).trim() : sentence.replace(/\*\*$/, "").trim();
}

function mostCharacters(sentence: string): number {
  if (sentence.length <= MAX_SENTENCE_CHARACTERS) return MAX_SENTENCE_CHARACTERS;
  const opening = sentence.slice(0, MAX_SENTENCE_CHARACTERS);
  return constraintKind(opening) === undefined ? MAX_SENTENCE_CHARACTERS : MAX_DEMAND_CHARACTERS;
}

const MAX_QUOTED_CHARACTERS = 300;
const QUOTE_MARKS = /["“”]/g;
/** A quotation that was opened and not closed: what it says ends no sentence of the writer. */
const isInQuotation = (text: string): boolean => (text.match(QUOTE_MARKS)?.length ?? 0) % 2 === 1;

/** The sentences of a line, those within a short quotation together with the sentence around it. */
function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  let open = "";
  for (const { start, end } of sentenceSpans(line)) {
    const text = open + line.slice(start, end);
    open = isInQuotation(text) && text.length <= MAX_QUOTED_CHARACTERS ? text : "";
    if (open === "") sentences.push(text);
  }
  return open === ""
    ? sentences
    : [...sentences, ...sentenceSpans(open).map((span) => open.slice(span.start, span.end))];
}

/** The sentences of one line, each at most 600 characters, or 2,000 if it is a demand. Linear. */
export function boundedSentences(line: string): string[] {
  const sentences: string[] = [];
  for (const whole of sentencesOf(line)) {
    for (let rest = whole; rest !== ""; ) {
      const cut = outsidePair(rest, mostCharacters(rest));
      const sentence = withoutEmphasis(rest.slice(0, cut).trim());
      if (sentence !== "") sentences.push(sentence);
      rest = rest.slice(cut);
    }
  }
  return sentences;
}
