import { ownText } from "../../text/own-text.js";
import { scanWords } from "./scan-words.js";
import { splitPassages } from "./split-passages.js";

/** Words are grouped by so many of their first characters. */
export const BUCKET_CHARACTERS = 3;

/** They make one word with the verb before them: `roll back` is also written `rollback`. */
const PARTICLES: ReadonlySet<string> = new Set("in out off up down back over on away".split(" "));

/** Who speaks in a passage: what people and the agent say, what it calls, what tools answer. */
export type PassageKind = "user" | "assistant" | "call" | "tool";

/** A text of a document whose passages are of one kind. */
export interface DocumentPart {
  readonly kind: PassageKind;
  readonly text: string;
  /** Where the part begins in the document. */
  readonly start: number;
}

/** A passage of a document, from character to character. */
export interface IndexedPassage {
  readonly document: string;
  readonly kind: PassageKind;
  readonly start: number;
  readonly end: number;
  /** How many words it has. */
  readonly words: number;
}

/** In which passages a word stands, and how often: two numbers for each passage. */
export type Postings = readonly number[];

/** An inverted index over the passages of documents. It only grows; what counts is decided by who asks. */
export class PassageIndex {
  readonly passages: IndexedPassage[] = [];
  readonly #documents = new Set<string>();
  readonly #postings = new Map<string, number[]>();
  readonly #buckets = new Map<string, string[]>();

  get documents(): number {
    return this.#documents.size;
  }

  has(document: string): boolean {
    return this.#documents.has(document);
  }

  add(document: string, parts: readonly DocumentPart[]): void {
    this.#documents.add(document);
    for (const { kind, text, start } of parts) {
      for (const passage of splitPassages(text)) {
        const words = this.#addWords(text.slice(passage.start, passage.end));
        this.passages.push({
          document,
          kind,
          start: start + passage.start,
          end: start + passage.end,
          words,
        });
      }
    }
  }

  postings(word: string): Postings {
    return this.#postings.get(word) ?? [];
  }

  /** The words that begin as this one does, itself among them. */
  wordsLike(word: string): readonly string[] {
    return this.#buckets.get(word.slice(0, BUCKET_CHARACTERS)) ?? [];
  }

  /** Every word of the index. */
  words(): Iterable<string> {
    return this.#postings.keys();
  }

  #addWords(text: string): number {
    const passage = this.passages.length;
    let words = 0;
    let before = "";
    scanWords(text, (word) => {
      words += 1;
      if (PARTICLES.has(word)) this.#count(`${before}${word}`, passage);
      before = word;
      this.#count(word, passage);
    });
    return words;
  }

  #count(word: string, passage: number): void {
    const known = this.#postings.get(word);
    if (!known) this.#addWord(word, passage);
    else if (known[known.length - 2] === passage) known[known.length - 1] = (known.at(-1) ?? 0) + 1;
    else known.push(passage, 1);
  }

  #addWord(found: string, passage: number): void {
    // A part of a text keeps the whole of it in memory.
    const word = ownText(found);
    this.#postings.set(word, [passage, 1]);
    if (word.length < BUCKET_CHARACTERS) return;
    const start = word.slice(0, BUCKET_CHARACTERS);
    const bucket = this.#buckets.get(start);
    if (bucket) bucket.push(word);
    else this.#buckets.set(start, [word]);
  }
}
