import { sentenceSpans } from "../../text/sentence-spans.js";
import { isNegative } from "../ledgers/is-negative.js";
import { type ContentWords, contentWords, sharedWords } from "../ledgers/content-words.js";
import type { StandIn } from "./fidelity-report.js";

const MAX_COMPARED_PER_KEY = 32;
const MAX_SENTENCE_CHARACTERS = 2_000;
const MAX_SENTENCES = 5_000;
const MIN_SHARED = 0.7;
/** A part of a sentence that semicolons divide. */
const PART = /[^;；]+[;；]?/g;
const MARKER = /^[\s>#]*(?:[-*•+]\s+|\(?\d{1,3}[.)、]\s*)?\s*/;
/** What a list or a speaker is announced with. */
const LABEL = /^[^:：\n]{1,30}[:：]\s{1,4}(?=\S)/;

interface Sentence extends StandIn {
  readonly content: ContentWords;
  readonly frame: string;
}

/** The sentences of a summary by their words: to find the one that a constraint was turned into. */
export class NearSentences {
  readonly #byKey = new Map<string, Sentence[]>();

  constructor(summary: string) {
    let count = 0;
    for (const { start, end } of sentenceSpans(summary)) {
      if (++count > MAX_SENTENCES) break;
      const sentence = summary.slice(start, end);
      this.#indexPiece(sentence, start);
      const parts = [...sentence.matchAll(PART)];
      if (parts.length > 1) for (const { 0: part, index } of parts) this.#indexPiece(part, start + index);
    }
  }

  /** Without the mark of a list, and once more without a label. */
  #indexPiece(raw: string, start: number): void {
    const lead = MARKER.exec(raw)?.[0].length ?? 0;
    this.#index(raw.slice(lead), start + lead);
    const label = LABEL.exec(raw)?.[0].length ?? 0;
    if (label > 0) this.#index(raw.slice(label), start + label);
  }

  /**
   * Sentences that speak of the same thing with another number, path or name in code, or with a negation more or less; the
   * closest first.
   */
  findFor(constraint: string): StandIn[] {
    const content = contentWords(constraint);
    const frame = frameOf(constraint);
    const near = new Set<Sentence>();
    for (const key of keysOf(content, frame))
      for (const sentence of this.#byKey.get(key) ?? []) near.add(sentence);
    const scored = [...near].map((sentence) => ({
      sentence,
      shared: sharedWords(sentence.content, content),
    }));
    return scored
      .filter(({ sentence, shared }) => {
        const most = Math.max(sentence.content.words.size, content.words.size);
        if (shared >= most * MIN_SHARED && isAltered(sentence, constraint, content)) return true;
        return sentence.frame === frame && sentence.text !== constraint;
      })
      .sort((one, other) => other.shared - one.shared || one.sentence.start - other.sentence.start)
      .map(({ sentence: { text, start, end } }) => ({ text, start, end }));
  }

  #index(raw: string, start: number): void {
    const text = raw.trimEnd();
    if (text === "" || text.length > MAX_SENTENCE_CHARACTERS) return;
    const [content, frame] = [contentWords(text), frameOf(text)];
    const sentence = { text, start, end: start + text.length, content, frame };
    for (const key of keysOf(content, frame)) this.#add(key, sentence);
  }

  #add(key: string, sentence: Sentence): void {
    const list = this.#byKey.get(key);
    if (list === undefined) this.#byKey.set(key, [sentence]);
    else if (list.length < MAX_COMPARED_PER_KEY) list.push(sentence);
  }
}

const isAltered = (sentence: Sentence, constraint: string, content: ContentWords): boolean =>
  sentence.content.numbers.join(" ") !== content.numbers.join(" ") ||
  isNegative(sentence.text) !== isNegative(constraint);

/** The words of a sentence, and its frame: with another path it may have none of the words. */
const keysOf = ({ words }: ContentWords, frame: string): readonly string[] =>
  /\p{L}/u.test(frame) && frame.includes("#") ? [...words, frame] : [...words];

/** A sentence without its paths, ids and numbers. */
const frameOf = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replace(/[.!。！]+$/, "")
    .split(/\s+/)
    .map((word) => (/[\d/_@#]/.test(word) ? "#" : word))
    .join(" ");
