import { replaceableResults, replaceResults } from "../../formats/reading/replace-results.js";
import { evidenceReference } from "../../tool-outputs/evidence-reference.js";
import { evidencePointer, isPointer, shortEvidence } from "../../tool-outputs/short-evidence.js";
import type { Engine } from "../engine.js";

/** One result takes at most this share of the budget, so that several of the newest stay visible. */
const SHARE_OF_ONE = 0.25;
/** Evidence that shrinks first keeps this many tokens, or this share of what the newest get. */
const SHORT_TOKENS = 500;
const SHORT_SHARE = 0.25;
/** The minimum number of tokens for evidence to name its output and say anything else. */
const LEAST_TOKENS = 150;
/** Once the budget is full, so much of it is left when old evidence has given way: large steps keep the sent prefix stable. */
const KEPT_SHARE = 0.5;
/** Short evidence may fill this share of the budget before the oldest of it becomes a line. */
const SHORT_EVIDENCE_SHARE = 0.125;

/** The evidence of one result in a window. */
interface Shelved<W extends object> {
  /** The item's place in the window; changes with its evidence. */
  readonly slot: Slot<W>;
  /** The position of the result in the item. */
  readonly position: number;
  text: string;
  tokens: number;
  readonly fixed: boolean;
}

/** An item of the window with evidence in it, as it was found and as it is now. */
export interface Slot<W extends object> {
  readonly found: W;
  now: W;
}

/**
 * All evidence in a window since the last compaction shares one budget. New evidence gets its full part. When the
 * budget is full, the oldest shrinks: first to short evidence, then to a line that says where to read the output.
 * The result depends only on the list, so it is the same in every process, and it changes sent items in a few
 * large steps.
 */
export class EvidenceBudget<W extends object> {
  readonly #engine: Pick<Engine<W>, "format" | "meter" | "policy">;
  readonly #limit: number;
  readonly #shelf: Shelved<W>[] = [];
  /** Pending replacements of results, by position. */
  readonly #changes = new Map<Slot<W>, Map<number, string>>();
  readonly #replaceable = new Map<Slot<W>, ReadonlySet<number>>();
  #used = 0;
  #step = 0;

  constructor(engine: Pick<Engine<W>, "format" | "meter" | "policy">, max: number) {
    this.#engine = engine;
    const share = engine.policy.toolOutputTotalPct;
    this.#limit = share === 0 ? Number.POSITIVE_INFINITY : Math.floor(share * max);
  }

  /** Most tokens of the evidence of each of several large results that arrive together. */
  grant(results: number): number {
    const { toolOutputMaxTokens: most } = this.#engine.policy;
    const share = Math.min(this.#limit * SHARE_OF_ONE, (this.#limit * KEPT_SHARE) / Math.max(1, results));
    return Math.max(Math.min(most, LEAST_TOKENS), Math.min(most, Math.floor(share)));
  }

  /** Adds the next item of the window. `fixed` items do not shrink. */
  add(slot: Slot<W>, fixed: boolean): void {
    const { meter } = this.#engine;
    for (const [position, { text }] of meter.view(slot.now).results.entries()) {
      if (evidenceReference(text) === undefined) continue;
      const tokens = isPointer(text) ? 0 : meter.text(text);
      this.#shelf.push({ slot, position, text, tokens, fixed });
      this.#used += tokens;
    }
  }

  /** Ends a step of results that arrived together; shrinks the oldest evidence if the budget is full. */
  settle(): void {
    if (this.#used > this.#limit)
      this.#giveWay(this.#shelf.slice(0, this.#step).filter((entry) => this.#canGiveWay(entry)));
    this.#carryOut();
    this.#step = this.#shelf.length;
  }

  #giveWay(older: readonly Shelved<W>[]): void {
    const { meter } = this.#engine;
    const most = Math.floor(this.#limit * KEPT_SHARE);
    const shortTokens = Math.min(SHORT_TOKENS, Math.floor(this.grant(1) * SHORT_SHARE));
    const isShort = ({ tokens }: Shelved<W>): boolean => tokens > 0 && tokens <= shortTokens;
    let short = older.filter(isShort).reduce((sum, { tokens }) => sum + tokens, 0);
    for (const entry of older.filter(isShort)) {
      if (this.#used <= most || short <= this.#limit * SHORT_EVIDENCE_SHARE) break;
      short -= entry.tokens;
      this.#replace(entry, evidencePointer(entry.text));
    }
    for (const entry of older) {
      if (this.#used <= most) return;
      if (entry.tokens <= shortTokens) continue;
      this.#replace(
        entry,
        shortEvidence(entry.text, shortTokens, (text) => meter.text(text)),
      );
    }
    for (const entry of older) {
      if (this.#used <= most) return;
      if (entry.tokens > 0) this.#replace(entry, evidencePointer(entry.text));
    }
  }

  #canGiveWay({ fixed, slot, position }: Shelved<W>): boolean {
    if (fixed) return false;
    const known = this.#replaceable.get(slot) ?? replaceableResults(this.#engine.format, slot.now);
    this.#replaceable.set(slot, known);
    return known.has(position);
  }

  #replace(entry: Shelved<W>, text: string): void {
    const texts = this.#changes.get(entry.slot) ?? new Map<number, string>();
    this.#changes.set(entry.slot, texts.set(entry.position, text));
    this.#used -= entry.tokens;
    entry.text = text;
    entry.tokens = isPointer(text) ? 0 : this.#engine.meter.text(text);
    this.#used += entry.tokens;
  }

  /** Changes every item once, however many of its results shrink. */
  #carryOut(): void {
    for (const [slot, texts] of this.#changes)
      slot.now = replaceResults(this.#engine.format, slot.now, texts);
    this.#changes.clear();
  }
}
