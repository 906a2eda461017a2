import type { IndexedPassage, PassageIndex, PassageKind } from "./passage-index.js";
import { PassageScorer } from "./passage-scorer.js";
import type { Concept, Question } from "./read-question.js";
import { wordForms, wordFormsOrParts } from "./word-forms.js";

/** What people say answers questions more often than what tools print. */
const KIND_WEIGHTS: Readonly<Record<PassageKind, number>> = {
  user: 1.2,
  assistant: 1.15,
  tool: 1,
  call: 0.7,
};
/** How much more the newest document counts than the oldest. */
const RECENCY_WEIGHT = 0.05;

const RARE_SHARE = 0.02;
const LEAST_RARE = 20;
/** Passages that are ranked: no answer shows more. */
const RANKED_PASSAGES = 200;

/** A passage that has to do with a question. */
export interface RankedPassage {
  readonly passage: IndexedPassage;
  /** From 0 to about 1: a share of what a passage with every word of the question, each of them rare, would get. */
  readonly score: number;
}

/** What a question finds. */
export interface Ranking {
  /** Best first. */
  readonly passages: readonly RankedPassage[];
  /** The words of the index that were looked for, with the most that each counts. */
  readonly words: ReadonlyMap<string, number>;
}

/**
 * Ranks the passages of some documents by BM25. `documents` has how recent each is, up to 1; no others count, so
 * that the same documents rank the same whatever else the index holds.
 */
export function rankPassages(
  index: PassageIndex,
  question: Question,
  documents: ReadonlyMap<string, number>,
): Ranking {
  const scores = new Map<number, number>();
  const words = new Map<string, number>();
  const scorer = new PassageScorer(index, (document) => documents.has(document));
  const hasContent = question.concepts.some(({ isFunctional }) => isFunctional !== true);
  for (const concept of question.concepts) {
    if (hasContent && concept.isFunctional === true && isEverywhere(concept, index)) continue;
    for (const [passage, score] of conceptScores(concept, scorer, { index, question, words }))
      scores.set(passage, (scores.get(passage) ?? 0) + score);
  }
  const least = leastRanked(scores);
  const asked = question.concepts.reduce((sum, { weight }) => sum + weight, 0);
  const passages: RankedPassage[] = [];
  for (const [number, score] of scores) {
    const passage = index.passages[number];
    if (!passage || score < least) continue;
    const recency = 1 + RECENCY_WEIGHT * Math.max(0, documents.get(passage.document) ?? 0);
    const weight = KIND_WEIGHTS[passage.kind] * recency;
    passages.push({ passage, score: (score * weight) / (asked * scorer.most) });
  }
  const ranked = passages.sort((a, b) => compareRanked(a, b, documents));
  return { passages: ranked.slice(0, RANKED_PASSAGES), words };
}

/** Words that join others say that a passage is in the language of the question, where few are. */
function isEverywhere({ words: [own] }: Concept, index: PassageIndex): boolean {
  const passages = index.postings(own?.word ?? "").length / 2;
  return passages > Math.max(LEAST_RARE, index.passages.length * RARE_SHARE);
}

/** The score below which a passage has no chance, whatever its kind and age. */
function leastRanked(scores: ReadonlyMap<number, number>): number {
  if (scores.size <= RANKED_PASSAGES) return 0;
  const sorted = Float64Array.from(scores.values()).sort();
  return (sorted[sorted.length - RANKED_PASSAGES] ?? 0) / 2;
}

interface Looked {
  readonly index: PassageIndex;
  readonly question: Question;
  /** Is told the words that were looked for. */
  readonly words: Map<string, number>;
}

/** The score of each passage by the best word that it has for a concept. */
function conceptScores(concept: Concept, scorer: PassageScorer, looked: Looked): Map<number, number> {
  const best = new Map<number, number>();
  for (const alternative of concept.words) {
    const find = alternative === concept.words[0] ? wordFormsOrParts : wordForms;
    const forms = find(alternative.word, looked.question.language, looked.index);
    const weight = concept.weight * alternative.weight;
    const { rarity, passages } = scorer.score(forms);
    for (const { word, weight: sureness } of forms)
      looked.words.set(word, Math.max(looked.words.get(word) ?? 0, weight * sureness * rarity));
    for (const [passage, score] of passages) {
      if (score * weight > (best.get(passage) ?? 0)) best.set(passage, score * weight);
    }
  }
  return best;
}

/** By score, then the newest first, then by place. */
function compareRanked(a: RankedPassage, b: RankedPassage, documents: ReadonlyMap<string, number>): number {
  const newness = (documents.get(b.passage.document) ?? 0) - (documents.get(a.passage.document) ?? 0);
  return b.score - a.score || newness || compareIds(a, b) || a.passage.start - b.passage.start;
}

const compareIds = (a: RankedPassage, b: RankedPassage): number =>
  a.passage.document < b.passage.document ? -1 : Number(a.passage.document > b.passage.document);
