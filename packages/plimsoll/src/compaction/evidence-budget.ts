import { itemId } from "../conversation/item-id.js";
import { evidenceReference } from "../tool-outputs/evidence-reference.js";
import { fitsTokens } from "../tool-outputs/fits-tokens.js";
import { applyRecord } from "./compaction-record.js";
import type { Engine } from "./engine.js";
import { matchRecord } from "./match-record.js";
import type { SessionState } from "./session-state.js";

/** What large results get once long evidence would take more than its part, and once half of the reserve is gone too. */
const SHORT_TOKENS = 500;
/** Shorter evidence has no room for the name of what it stands for and for anything else. */
const LEAST_TOKENS = 150;
/** The part of the budget that only short evidence may take, so that there is some for many results. */
const RESERVED_SHARE = 0.25;
/** One result takes at most this share of what is left, so that the last ones of many are not left with nothing. */
const SHARE_OF_REST = 0.5;

/**
 * How long the evidence of results that arrive may be: all evidence in a window shares one budget. It depends on the
 * window alone, so it is the same in every process, and grows again when a compaction takes evidence out.
 */
export class EvidenceBudget<W extends object> {
  readonly #engine: Engine<W>;
  readonly #window: ReadonlySet<W>;
  readonly #reserve: number;
  #left: number;

  constructor(engine: Engine<W>, session: SessionState<W>, items: readonly W[]) {
    this.#engine = engine;
    const window = windowOf(session, items);
    this.#window = new Set(window);
    const max = Math.min(engine.max, session.learnedMax ?? engine.max);
    const share = engine.policy.toolOutputTotalPct;
    this.#left = share === 0 ? Number.POSITIVE_INFINITY : Math.floor(share * max);
    this.#reserve = share === 0 ? 0 : this.#left * RESERVED_SHARE;
    if (share > 0) for (const item of window) this.spend(evidenceOf(session, item) ?? item);
  }

  /** False for an item that an earlier compaction took out of the window. */
  has(item: W): boolean {
    return this.#window.has(item);
  }

  /** Most tokens of the evidence of each large result of an item; 0 where only a line that names it has room. */
  grant(item: W): number {
    const { meter, policy } = this.#engine;
    const maxTokens = policy.toolOutputMaxTokens;
    const count = (text: string): number => meter.text(text);
    const large = meter.view(item).results.filter((result) => !fitsTokens(result.text, { maxTokens, count }));
    const results = Math.max(1, large.length);
    const share = Math.floor(((this.#left - this.#reserve) * SHARE_OF_REST) / results);
    const leaves = (tokens: number): number => this.#left - tokens * results;
    if (share >= SHORT_TOKENS) return Math.min(maxTokens, share);
    if (leaves(SHORT_TOKENS) >= this.#reserve / 2) return Math.min(maxTokens, SHORT_TOKENS);
    return leaves(LEAST_TOKENS) >= 0 ? Math.min(maxTokens, LEAST_TOKENS) : 0;
  }

  /** Takes the evidence of an item off the budget. */
  spend(item: W): void {
    const { meter } = this.#engine;
    for (const { text } of meter.view(item).results) {
      if (evidenceReference(text) !== undefined) this.#left -= meter.text(text);
    }
  }
}

/** What the model will be sent of a list, before evidence takes the place of what is new in it. */
function windowOf<W extends object>(session: SessionState<W>, items: readonly W[]): readonly W[] {
  const seen = session.seenLength(items);
  if (seen > 0 && session.index) return [...session.index.items, ...items.slice(seen)];
  const match = matchRecord(session.compactions, items);
  return match?.kind === "source" ? applyRecord(match.record, items).items : items;
}

function evidenceOf<W extends object>(session: SessionState<W>, item: W): W | undefined {
  return session.evidence.size === 0 ? undefined : session.evidence.get(itemId(item));
}
