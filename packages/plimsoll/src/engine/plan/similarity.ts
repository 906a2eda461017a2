import { withinTime } from "../../errors/within-time.js";

/** Scores how much each text has to do with a query. The seam for embeddings; the default is lexical. */
export interface Similarity {
  readonly name: string;
  /** One score per text, higher is closer; deterministic. */
  scores(query: string, texts: readonly string[]): Promise<readonly number[]> | readonly number[];
}

/**
 * The same similarity with a time limit. If it throws, returns no scores or does not answer in time, the lexical
 * one replaces it and `onFailure` is called. 0 milliseconds waits forever.
 */
export function limitedSimilarity(
  similarity: Similarity,
  { milliseconds, onFailure }: { readonly milliseconds: number; onFailure(reason: string): void },
): Similarity {
  const tooLate = (): Error => new Error(`it did not answer within ${milliseconds} ms`);
  return {
    name: similarity.name,
    async scores(query, texts) {
      try {
        const scores: unknown = await withinTime({ milliseconds, tooLate }, () =>
          similarity.scores(query, texts),
        );
        if (Array.isArray(scores) && scores.length === texts.length && scores.every(Number.isFinite))
          return scores as number[];
        onFailure("it did not give one number for each text");
      } catch (error) {
        onFailure(error instanceof Error ? error.message : String(error));
      }
      return lexicalSimilarity.scores(query, texts);
    },
  };
}

const WORD = /[\p{L}\p{N}_]{2,40}/gu;
const MAX_CHARACTERS = 20_000;

function wordCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.slice(0, MAX_CHARACTERS).toLowerCase().matchAll(WORD)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** Cosine of word counts weighted by rarity: no model, no network. */
export const lexicalSimilarity: Similarity = {
  name: "lexical",
  scores(query, texts) {
    const documents = texts.map(wordCounts);
    const containing = new Map<string, number>();
    for (const document of documents) {
      for (const word of document.keys()) containing.set(word, (containing.get(word) ?? 0) + 1);
    }
    const weight = (word: string): number =>
      Math.log(1 + documents.length / (1 + (containing.get(word) ?? 0)));
    const length = (counts: Map<string, number>): number => {
      let sum = 0;
      for (const [word, count] of counts) sum += (count * weight(word)) ** 2;
      return Math.sqrt(sum);
    };
    const asked = wordCounts(query);
    const askedLength = length(asked);
    return documents.map((document) => {
      let product = 0;
      for (const [word, count] of asked) product += count * (document.get(word) ?? 0) * weight(word) ** 2;
      return product === 0 ? 0 : product / (askedLength * length(document));
    });
  },
};
