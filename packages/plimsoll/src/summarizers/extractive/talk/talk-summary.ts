import { largestWhere } from "../../../collections/largest-where.js";
import type { SummaryRequest } from "../../summarizer.js";
import { sectionLabel } from "../section-label.js";
import { packTalk } from "./pack-talk.js";
import { renderTalk } from "./render-talk.js";
import { readTalkPieces, type Talk, type TalkPiece } from "./read-talk-pieces.js";
import { talkTurns } from "./talk-turns.js";

const MAX_ROUNDS = 5;
const GOOD_ENOUGH = 0.99;
/** The target, so that the next round stays below the limit. */
const AIM = 0.997;
const MIN_LABELLED_TOKENS = 300;
const MAX_NOTE = 4000;

/** Required texts, in order, while they fit. */
function requiredLines({ mustKeep = [], maxTokens, template, count }: SummaryRequest): string[] {
  const label = maxTokens >= MIN_LABELLED_TOKENS ? sectionLabel(template, "required") : undefined;
  const lines: string[] = [];
  for (const text of new Set(mustKeep.map((entry) => entry.text.trim()))) {
    const next = [...(label === undefined ? [] : [label]), ...lines, text].join("\n");
    if (text !== "" && count(next) <= maxTokens) lines.push(text);
  }
  return lines.length === 0 || label === undefined ? lines : [label, ...lines];
}

class TalkWriter {
  readonly #talk: Talk;
  readonly #request: SummaryRequest;
  readonly #required: readonly string[];

  constructor(talk: Talk, request: SummaryRequest) {
    this.#request = request;
    this.#required = requiredLines(request);
    const said = new Set(this.#required);
    this.#talk = { ...talk, pieces: talk.pieces.filter(({ text }) => !said.has(text)) };
  }

  text(chosen: readonly number[]): string {
    const pieces = [...chosen]
      .sort((one, other) => one - other)
      .map((index) => this.#talk.pieces[index] as TalkPiece);
    const { template, maxTokens } = this.#request;
    const hasOwn = pieces.some(({ turn }) => turn.own && turn.speaker === "");
    const label =
      maxTokens >= MIN_LABELLED_TOKENS ? sectionLabel(template, hasOwn ? "conversation" : "talk") : undefined;
    const lines = renderTalk(pieces, label !== undefined);
    return [...this.#required, ...(lines.length > 0 && label !== undefined ? [label] : []), ...lines].join(
      "\n",
    );
  }

  /** The best choice whose true count fits, approached in a few rounds: costs of pieces do not add up exactly. */
  write(): string {
    const { maxTokens, count } = this.#request;
    let best = this.text([]);
    let bestTokens = count(best);
    if (bestTokens > maxTokens) return "";
    let budget = maxTokens - bestTokens;
    for (let round = 0; round < MAX_ROUNDS && budget > 0; round++) {
      const chosen = packTalk(this.#talk, budget);
      const whole = this.text(chosen);
      const reached = count(whole);
      const text = reached <= maxTokens ? whole : this.#shortened(chosen);
      const tokens = text === whole ? reached : count(text);
      if (tokens > bestTokens) [best, bestTokens] = [text, tokens];
      if (tokens >= GOOD_ENOUGH * maxTokens || chosen.length === this.#talk.pieces.length) break;
      budget = Math.round(budget + AIM * maxTokens - reached);
    }
    return best;
  }

  /** Without the last pieces that the budget does not hold by the true count. */
  #shortened(chosen: readonly number[]): string {
    const { maxTokens, count } = this.#request;
    const fits = (length: number): boolean => count(this.text(chosen.slice(0, length))) <= maxTokens;
    return this.text(chosen.slice(0, Math.max(0, largestWhere(1, chosen.length - 1, fits))));
  }
}

/**
 * The summary of people talking: verbatim pieces in order, after the names of the speakers. Words that come up
 * again and again are worth most; each stretch of the talk gets its share. Empty if the remainder is not such a
 * talk, or nothing fits.
 */
export function talkSummary(request: SummaryRequest): string {
  const turns = talkTurns(request);
  if (turns === undefined) return "";
  const count = (text: string): number => request.count(text);
  const talk = readTalkPieces(turns, { note: (request.note ?? "").slice(0, MAX_NOTE), count });
  return new TalkWriter(talk, request).write();
}
