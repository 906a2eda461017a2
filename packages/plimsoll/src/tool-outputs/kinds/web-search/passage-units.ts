import { cutText } from "../../evidence/cut-text.js";

/** A piece of a passage that is shown whole, and how well it answers the query. */
export interface PassageUnit {
  readonly position: number;
  readonly text: string;
  readonly score: number;
}

const UNIT_CHARACTERS = 240;
const MAX_UNITS = 200;
const MAX_CHARACTERS = 40_000;
const SENTENCE_END = /(?<=[.!?。！？])\s+|\n+/u;
const LEAST_CHARACTERS = 60;

/** The words of a query that can be looked for. */
export const queryWords = (query: string): readonly string[] => [
  ...new Set(
    query
      .slice(0, 1_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{2,}/gu) ?? [],
  ),
];

/**
 * Sentences and lines of the passages of one result, the best first: more of the query's words, then earlier ones. Leaves
 * out what is in `seen`, and adds to it: what several results say is said once.
 */
export function passageUnits(
  passages: readonly string[],
  words: readonly string[],
  seen: Set<string>,
): PassageUnit[] {
  const units: PassageUnit[] = [];
  for (const passage of passages) {
    for (const text of sentencesOf(passage.slice(0, MAX_CHARACTERS))) {
      if (units.length >= MAX_UNITS || seen.has(text)) continue;
      seen.add(text);
      const lower = text.toLowerCase();
      const score = words.filter((word) => lower.includes(word)).length;
      units.push({ position: units.length, text, score });
    }
  }
  return units.sort((left, right) => right.score - left.score || left.position - right.position);
}

/** Sentences, joined while they are short and cut where they are long. */
function sentencesOf(passage: string): string[] {
  const sentences: string[] = [];
  let current = "";
  const close = (): void => {
    if (/[\p{L}\p{N}]/u.test(current)) sentences.push(cutText(current, UNIT_CHARACTERS));
    current = "";
  };
  for (const part of passage.split(SENTENCE_END)) {
    const text = part.replace(/\s+/g, " ").trim();
    if (text === "") continue;
    if (current.length + text.length > UNIT_CHARACTERS || current.length >= LEAST_CHARACTERS) close();
    for (let start = 0; start < text.length; start += UNIT_CHARACTERS) {
      const next = text.slice(start, start + UNIT_CHARACTERS);
      if (current.length + next.length > UNIT_CHARACTERS) close();
      current = current === "" ? next : `${current} ${next}`;
    }
  }
  close();
  return sentences;
}
