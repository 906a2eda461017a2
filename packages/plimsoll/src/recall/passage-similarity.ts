import type { LookedAt } from "./looked-at.js";

/** Passages that a similarity judges. */
const JUDGED = 50;

/** Scores how much each text has to do with a query: the seam for embeddings. The `similarity` of a manager fits. */
export interface PassageSimilarity {
  /** One score per text, higher is closer. */
  scores(query: string, texts: readonly string[]): Promise<readonly number[]> | readonly number[];
}

/**
 * The first passages by words and similarity together, half and half; the others after them. By words alone if the
 * similarity does not give one number for each.
 */
export async function rankBySimilarity(
  passages: readonly LookedAt[],
  { query, similarity }: { readonly query: string; readonly similarity?: PassageSimilarity | undefined },
): Promise<LookedAt[]> {
  const judged = passages.slice(0, JUDGED);
  const texts = judged.map(({ text, start, end }) => text.slice(start, end));
  const scores: unknown = await similarity?.scores(query, texts);
  if (!isOneEach(scores, texts.length)) return [...passages];
  const best = judged[0]?.score ?? 0;
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const close = (number: number): number =>
    most > least ? ((scores[number] ?? least) - least) / (most - least) : 0;
  const together = judged.map((passage, number) => ({
    ...passage,
    score: (passage.score + best * close(number)) / 2,
  }));
  const rest = passages.slice(JUDGED).map((passage) => ({ ...passage, score: passage.score / 2 }));
  return [...together, ...rest].sort((a, b) => b.score - a.score);
}

const isOneEach = (scores: unknown, length: number): scores is readonly number[] =>
  Array.isArray(scores) && scores.length === length && scores.every(Number.isFinite);
