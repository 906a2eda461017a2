import { CUES } from "../cues/cues.js";
import { constraintKind } from "./constraint-kind.js";
import { isCorrection } from "./is-correction.js";
import { readProse } from "./read-prose.js";

/** One text of the user, whole or by its sentences of consequence. */
export interface BoundedRequest {
  readonly id: string;
  readonly text: string;
  readonly whole: boolean;
}

interface Request {
  readonly id: string;
  readonly text: string;
}

const EXACT = /[\d@#/\\_`"“]|[a-z][A-Z]/;
/** The importance of a sentence: rules and corrections first, then exact strings, then wishes. */
function consequence(sentence: string): number {
  return (
    (constraintKind(sentence) === undefined ? 0 : 4) +
    (isCorrection(sentence) ? 2 : 0) +
    (EXACT.test(sentence) ? 2 : 0) +
    (CUES.has("wish", sentence) ? 1 : 0)
  );
}

/**
 * The user's requests within a budget, in their order: the newest and the first whole, then the others, newest first,
 * whole while they fit and otherwise by their sentences of consequence, word for word.
 */
export function boundedRequests(
  requests: readonly Request[],
  maxTokens: number,
  count: (text: string) => number,
): BoundedRequest[] {
  const chosen = new Map<number, BoundedRequest>();
  let free = maxTokens;
  const order = requests.map((_, index) => requests.length - 1 - index);
  if (order.length > 2) order.splice(1, 0, order.pop() ?? 0);
  for (const index of order) {
    const request = requests[index];
    if (request === undefined || free <= 0) continue;
    const tokens = count(request.text) + 1;
    if (tokens <= free) {
      chosen.set(index, { id: request.id, text: request.text, whole: true });
      free -= tokens;
      continue;
    }
    const extract = consequentSentences(request.text, free, count);
    if (extract.text !== "") chosen.set(index, { id: request.id, text: extract.text, whole: false });
    free -= extract.tokens;
  }
  return [...chosen.entries()].sort(([one], [other]) => one - other).map(([, request]) => request);
}

function consequentSentences(
  text: string,
  free: number,
  count: (text: string) => number,
): { readonly text: string; readonly tokens: number } {
  const sentences = readProse(text).map((sentence, index) => ({
    text: sentence.text,
    index,
    value: consequence(sentence.text),
  }));
  const telling = sentences.filter(({ value }) => value > 0);
  const order = telling.length === 0 ? sentences.slice(0, 1) : telling;
  order.sort((a, b) => b.value - a.value || a.index - b.index);
  const kept: typeof order = [];
  let tokens = 0;
  for (const sentence of order) {
    const cost = count(sentence.text) + 1;
    if (tokens + cost > free) continue;
    tokens += cost;
    kept.push(sentence);
  }
  kept.sort((a, b) => a.index - b.index);
  return { text: kept.map((sentence) => sentence.text).join("\n"), tokens };
}
