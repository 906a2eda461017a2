import type { PassageIndex } from "./passage-index.js";
import type { WordForm } from "./word-forms.js";

/** BM25: how soon more of a word stops counting, and how much a long passage must make up for. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.8;

/** How rare a word is, and its score in each passage that holds it. */
export interface WordScores {
  readonly rarity: number;
  readonly passages: ReadonlyMap<number, number>;
}

/** Scores passages by BM25. Only those of some documents count, whatever else the index holds. */
export class PassageScorer {
  readonly #index: PassageIndex;
  /** For each passage 1 if it counts. */
  readonly #counts: Uint8Array;
  #passages = 0;
  #averageWords = 1;

  constructor(index: PassageIndex, isCounted: (document: string) => boolean) {
    this.#index = index;
    this.#counts = new Uint8Array(index.passages.length);
    let words = 0;
    index.passages.forEach((passage, number) => {
      if (!isCounted(passage.document)) return;
      this.#counts[number] = 1;
      this.#passages += 1;
      words += passage.words;
    });
    this.#averageWords = Math.max(1, words / Math.max(1, this.#passages));
  }

  /** The most that one word can score: one that stands in no other passage, often. */
  get most(): number {
    return (SATURATION + 1) * this.#rarity(0);
  }

  /** Scores the passages that hold one of the forms: they are one word, as rare as all of them together. */
  score(forms: readonly WordForm[]): WordScores {
    const found = new Map<number, number>();
    for (const { word, weight } of forms) {
      const postings = this.#index.postings(word);
      for (let at = 0; at < postings.length; at += 2) {
        const passage = postings[at] ?? 0;
        if (this.#counts[passage] !== 1) continue;
        found.set(passage, (found.get(passage) ?? 0) + weight * (postings[at + 1] ?? 0));
      }
    }
    const rarity = this.#rarity(found.size);
    for (const [passage, count] of found) found.set(passage, rarity * this.#saturated(passage, count));
    return { rarity, passages: found };
  }

  #rarity(passages: number): number {
    return Math.log(1 + (this.#passages - passages + 0.5) / (passages + 0.5));
  }

  #saturated(passage: number, count: number): number {
    const words = this.#index.passages[passage]?.words ?? 0;
    const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * words) / this.#averageWords;
    return (count * (SATURATION + 1)) / (count + SATURATION * length);
  }
}
