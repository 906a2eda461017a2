import { distinctWords } from "./distinct-words.js";

/** A line with more words is one of its beginning: enough to say where it comes from. */
const MAX_WORDS_OF_LINE = 100;
/** A line is found by its rarest words, in the newest texts that have them. */
const RAREST = 6;
const NEWEST = 50;
const LEAST_COVER = 0.5;

interface WeighedWord {
  readonly word: string;
  readonly weight: number;
  /** The texts that have it, oldest first. */
  readonly texts: readonly number[];
}

/** Texts in order, by their words: which of them says what a line says. Rare words weigh more than common ones. */
export class SourceIndex {
  readonly #words: readonly ReadonlySet<string>[];
  readonly #textsWith = new Map<string, number[]>();

  constructor(texts: readonly string[]) {
    this.#words = texts.map(distinctWords);
    for (const [number, words] of this.#words.entries()) {
      for (const word of words) {
        const list = this.#textsWith.get(word);
        if (list) list.push(number);
        else this.#textsWith.set(word, [number]);
      }
    }
  }

  /**
   * The newest of the texts that hold the most of a line; undefined if none holds half of it, by weight. Words that no
   * text has are not what the line tells of the session: headings, marks.
   */
  newestSource(line: string): number | undefined {
    const words = this.#weigh(line);
    const total = words.reduce((sum, { weight }) => sum + weight, 0);
    const candidates = new Set(words.slice(0, RAREST).flatMap(({ texts }) => texts.slice(-NEWEST)));
    let best: { readonly text: number; readonly score: number } | undefined;
    for (const text of candidates) {
      const score = this.#score(text, words);
      const isBetter = best === undefined || score > best.score || (score === best.score && text > best.text);
      if (isBetter) best = { text, score };
    }
    return best !== undefined && best.score >= LEAST_COVER * total ? best.text : undefined;
  }

  #score(text: number, words: readonly WeighedWord[]): number {
    const own = this.#words[text];
    return words.reduce((sum, { word, weight }) => (own?.has(word) ? sum + weight : sum), 0);
  }

  /** The known words of a line, the rarest first. */
  #weigh(line: string): WeighedWord[] {
    return [...distinctWords(line)]
      .slice(0, MAX_WORDS_OF_LINE)
      .flatMap((word) => {
        const texts = this.#textsWith.get(word);
        return texts ? [{ word, texts, weight: Math.log(1 + this.#words.length / texts.length) }] : [];
      })
      .sort((one, other) => other.weight - one.weight);
  }
}
