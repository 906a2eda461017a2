import type { ItemView } from "../../conversation/item-view.js";
import { inTurns, type Steps } from "../../collections/in-turns.js";
import { sameContent } from "../../conversation/same-content.js";
import { itemId } from "../../conversation/item-id.js";
import { recordIn } from "../../conversation/is-own-note.js";
import { sealedRules } from "../../facts/checkpoint/seal-summary.js";
import { readSummary } from "../../facts/checkpoint/summary-message.js";
import { sha256 } from "../../text/sha256.js";
import type { Checkpoint } from "../../facts/checkpoint/checkpoint.js";
import {
  readSummaryRules,
  type SummaryRules,
  withoutUnverifiedRules,
} from "../../facts/ledgers/summary-rules.js";
import { readState } from "../../facts/checkpoint/read-state.js";
import { parseCheckpoint } from "../../facts/checkpoint/parse-checkpoint.js";
import { restoreLedger } from "../../facts/ledgers/restore-ledger.js";
import { RewindableLedger } from "../../facts/ledgers/rewindable-ledger.js";
import { createLedger, type LedgerState } from "../../facts/ledgers/session-ledger.js";
import { type UnverifiedRule, unverifiedRules, toCheckpoint } from "../../facts/checkpoint/to-checkpoint.js";
import type { Engine } from "../engine.js";
import type { Compactions } from "./compaction-line.js";
import { findSummary, type SummarySource, type WindowSummary } from "./find-summary.js";
import type { ListBase, RestoredList } from "./compaction-record.js";
import { matchIds } from "./match-record.js";
import { readAhead } from "./read-ahead.js";
import type { StoredEntry } from "../../stores/storage-adapter.js";
import { type Withdrawal, Withdrawals } from "./withdrawals.js";
import { checkpointEntry, type StoredCheckpoint, wholeEntry } from "../commit/stored-checkpoint.js";

/** After so many items a state is saved, before the next are taken in: an edit near the end of a long list costs little. */
const SAVED_AFTER = 256;
/** Of many items at once the last are taken in after that. */
const LAST_ITEMS = 32;

/** A caller's list; the ledgers read everything from `start` on. */
export interface FactList<W extends object> {
  readonly items: readonly W[];
  readonly start: number;
  idOf(item: W, position: number): string;
  /** Asked for once for every item that is taken in. */
  viewOf(item: W, position: number): ItemView;
  /** The rules of the item, if it is a summary message. */
  summaryOf(item: W, position: number): SummaryRules | undefined;
  /** True if a later list may hold something else in place of the item. */
  mayGiveWay(item: W): boolean;
  /** All from `start` on came after what the ledgers have from the last stored checkpoint. */
  readonly isAfterStored: boolean;
}

/** The state of a session as code knows it. */
export interface FactState {
  readonly checkpoint: Checkpoint;
  /** Rules of an adopted, unverified summary: every summary quotes them until the user withdraws them. */
  readonly unverifiedRules: readonly UnverifiedRule[];
}

/** A checkpoint to store: the entry, and the state to keep once it is stored. */
export interface CheckpointToStore {
  /** The checkpoint that these ledgers build on; `none` for the first. */
  readonly ledgersFrom: string;
  readonly entry: StoredEntry;
  readonly checkpoint: Checkpoint;
  readonly stored: StoredCheckpoint;
  readonly ledger: LedgerState;
}

/** Ids covered by stored ledgers: items, and the checkpoints they build on. */
export interface Included {
  readonly items: Iterable<string>;
  readonly checkpoints: Iterable<string>;
}

/** A list as it was when it was looked at last: its array may have grown since. */
interface SeenList<W extends object> {
  readonly items: readonly W[];
  readonly start: number;
  readonly end: number;
  readonly idOf: FactList<W>["idOf"];
}

/** The source of a session's facts: the caller's list, and what it continues. */
export interface FactSource<W extends object> extends SummarySource<W> {
  readonly sessionId: string;
  readonly facts: SessionFacts<W>;
  readonly compactions: Compactions<W>;
  readonly input: readonly W[];
  readonly base: ListBase<W>;
  readonly evidence: ReadonlyMap<string, W>;
  readonly index: object | undefined;
  readonly restored: RestoredList<W> | undefined;
}

/**
 * What code keeps about a session besides its items: the ledgers, and the last stored checkpoint. The ledgers
 * always follow from the stored ones and the caller's list, however that list came about: facts of items that
 * left it are removed.
 */
export class SessionFacts<W extends object = object> {
  readonly #ledger = new RewindableLedger();
  #checkpoint: Checkpoint | undefined;
  #stored: StoredCheckpoint | undefined;
  #included = new Set<string>();
  #last: SeenList<W> | undefined;
  #hasFailed = false;
  readonly #withdrawals = new Withdrawals();

  /** The user took a rule back. */
  withdraw(withdrawal: Withdrawal): void {
    this.#withdrawals.add(withdrawal);
  }

  /** The checkpoint of the last compaction. */
  get checkpoint(): Checkpoint | undefined {
    return this.#checkpoint;
  }

  /** True if the ledgers hold what is in this checkpoint, and nothing else that is stored. */
  isNewest(checkpointId: string): boolean {
    return this.#stored?.id === checkpointId;
  }

  /** True if the ledgers build on the checkpoint in this entry. */
  includes(checkpointId: string): boolean {
    return this.#included.has(checkpointId);
  }

  /**
   * Updates the ledgers to the settled part of a list: all of it if it continues the previous list, otherwise the common
   * part. The cost is proportional to the new items. `stepEnd` says how far a step goes, and between two of them it yields; it
   * may be left there, and the next update goes on. It never throws; what failed is tried again with all.
   */
  *updateInSteps(list: FactList<W>, stepEnd: StepEnd): Steps<void> {
    const last = this.#last;
    const common = this.#meet(list);
    if (this.#hasFailed || last === undefined) return;
    try {
      yield* this.#observeInSteps(list, settledPart(list, last, common), stepEnd);
    } catch {
      this.#hasFailed = true;
    }
  }

  /** The same for all of a list; it may throw. */
  *takeInSteps(list: FactList<W>, stepEnd: StepEnd): Steps<void> {
    this.#meet(list);
    // What is not settled may have to be taken back at the next call.
    if (list.start + this.#ledger.length < list.items.length) this.#ledger.save();
    yield* this.#observeInSteps(list, list.items.length, stepEnd);
    this.#hasFailed = false;
  }

  /** Makes it cheap to go back to the list as it is now. */
  save(): void {
    this.#ledger.save();
  }

  /** The state of the session as of now. */
  current(sessionId: string): FactState {
    const previous = this.#checkpoint;
    const version = (previous?.version ?? 0) + 1;
    const { ledger } = this.#ledger;
    return {
      checkpoint: this.#withdrawals.applyTo(
        toCheckpoint(ledger, { sessionId, version, ...(previous ? { previous } : {}) }),
      ),
      unverifiedRules: unverifiedRules(ledger),
    };
  }

  /** The checkpoint with the current ledgers, as an entry that builds on the last stored one. */
  toEntry(checkpoint: Checkpoint, ts: string): CheckpointToStore {
    const parts = [JSON.stringify(checkpoint), this.#stored?.id ?? "", ...this.#ledger.since];
    const id = `chk_${sha256(parts.join("\n")).slice(0, 24)}`;
    const ledger = this.#ledger.ledger.toJSON();
    const made = checkpointEntry({ id, ts, state: { checkpoint, ledger } }, this.#stored);
    return { ...made, checkpoint, ledger, ledgersFrom: this.#stored?.id ?? "none" };
  }

  /**
   * The last stored checkpoint as a full entry, for an archive that lost it; later ones build on this one.
   */
  storedAnew(ts: string): StoredEntry | undefined {
    if (!this.#stored) return undefined;
    const { entry, stored } = wholeEntry(this.#stored, ts);
    this.#stored = stored;
    return entry;
  }

  /** Makes a stored checkpoint the last one; the ledgers build on it. */
  keep({ checkpoint, stored, ledger }: CheckpointToStore): void {
    this.#checkpoint = checkpoint;
    this.#stored = stored;
    this.#included.add(stored.id);
    this.#ledger.keep(ledger);
    this.#last = { items: [], start: 0, end: 0, idOf: () => "" };
  }

  /** Goes on from a stored checkpoint, or from nothing. */
  restore(stored: StoredCheckpoint | undefined, included: Included = { items: [], checkpoints: [] }): void {
    const checkpoint = stored && parseCheckpoint(stored.state.checkpoint);
    this.#ledger.restore(stored ? () => restoreLedger(stored.state.ledger) : createLedger, included.items);
    this.#checkpoint = checkpoint;
    this.#stored = stored;
    this.#included = new Set(included.checkpoints);
    this.#last = undefined;
    this.#hasFailed = false;
  }

  /** Removes the facts of items that the new list lacks; returns the length of the common prefix. */
  #meet(list: FactList<W>): number {
    const last = this.#last;
    const { items, start, idOf } = list;
    const isSame = last !== undefined && last.items === items && last.start === start;
    const common = isSame ? last.end - start : last ? commonLength(last, list) : 0;
    this.#ledger.goBack(common);
    this.#last = { items, start, end: items.length, idOf };
    return common;
  }

  *#observeInSteps(list: FactList<W>, end: number, stepEnd: StepEnd): Steps<void> {
    for (let from = list.start + this.#ledger.length; from < end; ) {
      const to = Math.min(end, stepEnd(from));
      if (to > end - LAST_ITEMS && this.#ledger.unsaved >= SAVED_AFTER) this.#ledger.save();
      this.#observe(list, to);
      from = to;
      if (from < end) yield;
    }
  }

  #observe(list: FactList<W>, end: number): void {
    const from = list.start + this.#ledger.length;
    if (from >= end) return;
    this.#ledger.observe(
      list.items.slice(from, end).map((item, index) => ({
        id: list.idOf(item, from + index),
        view: () => list.viewOf(item, from + index),
        summary: () => list.summaryOf(item, from + index),
      })),
      { isAfterKept: list.isAfterStored },
    );
  }
}

/** How far a list is sure to stay unchanged, if so much of it was there before. */
function settledPart<W extends object>(list: FactList<W>, last: SeenList<W>, common: number): number {
  const goesOn = common === last.end - last.start;
  return goesOn ? settledEnd(list, list.start + common) : list.start + common;
}

/** The end of the new items that are sure to stay unchanged. */
function settledEnd<W extends object>({ items, mayGiveWay }: FactList<W>, from: number): number {
  for (let position = from; position < items.length; position++)
    if (mayGiveWay(items[position] as W)) return position;
  return items.length;
}

/** The length of the common prefix of two lists: same content and same ids. */
function commonLength<W extends object>(last: SeenList<W>, list: FactList<W>): number {
  const most = Math.min(last.end - last.start, list.items.length - list.start);
  const isSame = (index: number): boolean => {
    const [before, now] = [last.start + index, list.start + index];
    const [old, item] = [last.items[before] as W, list.items[now] as W];
    if (!sameContent(item, old)) return false;
    return last.idOf === list.idOf || last.idOf(old, before) === list.idOf(item, now);
  };
  let length = 0;
  while (length < most && isSame(length)) length++;
  return length;
}

/** Where a step ends that begins here. */
type StepEnd = (from: number) => number;

/** Read in a millisecond or a few. */
const STEP_TOKENS = 1_000;

/** Updates the session's ledgers to the settled part of the caller's list. The cost is proportional to the new items; it never fails. */
export function updateFacts<W extends object>(engine: Engine<W>, session: FactSource<W>): Steps<void> {
  const list = sentList(engine, session);
  return session.facts.updateInSteps(list, stepsOf(engine, list));
}

const stepsOf =
  <W extends object>({ meter }: Engine<W>, { items }: FactList<W>): StepEnd =>
  (from) => {
    let [end, left] = [from, STEP_TOKENS];
    while (end < items.length && left > 0) left -= meter.tokens(items[end++] as W);
    return end;
  };

/** Updates the session's ledgers to the caller's list, in many turns, and returns the state. */
export async function currentFacts<W extends object>(
  engine: Engine<W>,
  session: FactSource<W>,
): Promise<FactState> {
  const { facts, index, restored } = session;
  const isRestored = !index && restored !== undefined;
  const list = isRestored ? restoredList(engine, session, restored) : sentList(engine, session);
  await inTurns(facts.takeInSteps(list, stepsOf(engine, list)));
  return facts.current(session.sessionId);
}

function sentList<W extends object>(engine: Engine<W>, session: FactSource<W>): FactList<W> {
  const { evidence, input, base, facts } = session;
  const checkpoint = base.record?.checkpoint;
  return {
    items: input,
    start: startOf(session, base),
    isAfterStored: checkpoint !== undefined && facts.isNewest(checkpoint),
    idOf: itemId,
    viewOf: (item, position) => {
      readAhead(engine, input, position);
      return engine.meter.view(engine.redacted(item));
    },
    summaryOf: summaryRulesIn(engine, session, input),
    // The caller may adopt the evidence, or send the item itself again.
    mayGiveWay: (item) =>
      evidence.size > 0 && engine.meter.view(item).results.length > 0 && evidence.has(itemId(item)),
  };
}

/**
 * The start of the items that the ledgers cannot have from the compaction that a list continues. If another
 * process made that compaction, the whole list is read.
 */
function startOf<W extends object>({ facts }: FactSource<W>, { record, length }: ListBase<W>): number {
  const checkpoint = record?.checkpoint;
  return checkpoint === undefined || facts.includes(checkpoint) ? length : 0;
}

/**
 * The list that undo or redo returned, until the caller sends one. Archived copies have the ids of their
 * originals.
 */
function restoredList<W extends object>(
  engine: Engine<W>,
  session: FactSource<W>,
  { ids, items }: RestoredList<W>,
): FactList<W> {
  const match = matchIds(session.compactions.standing, ids);
  return {
    ...sentList(engine, session),
    isAfterStored: false,
    items,
    viewOf: (item) => engine.meter.view(engine.redacted(item)),
    summaryOf: summaryRulesIn(engine, session, items),
    start: match ? startOf(session, match) : 0,
    idOf: (item, position) => ids[position] ?? itemId(item),
  };
}

/** The rules in the summary of a list: undefined for every other item. The list is looked through once, if at all. */
function summaryRulesIn<W extends object>(
  engine: Engine<W>,
  session: FactSource<W>,
  items: readonly W[],
): (item: W, position: number) => SummaryRules | undefined {
  let summary: { readonly found: WindowSummary | undefined } | undefined;
  return (item, position) => {
    const view = engine.meter.view(item);
    const record = recordIn(view);
    if (record !== undefined) return { rules: readSummaryRules(record), isVerified: false };
    if (readSummary(view) === undefined) return undefined;
    summary ??= { found: findSummary(engine, session, items) };
    return summary.found?.index === position ? rulesOf(engine, summary.found) : undefined;
  };
}

/** The ledgers know everything in the session's own summaries, and more. */
function rulesOf<W extends object>({ summaryKeys }: Engine<W>, found: WindowSummary): SummaryRules {
  if (found.standing === "own") return { rules: [], isVerified: true };
  const sealed = found.standing === "sealed" ? sealedRules(found, summaryKeys) : undefined;
  const claims = readState(withoutUnverifiedRules(found.body));
  return { rules: sealed ?? readSummaryRules(found.body), claims, isVerified: sealed !== undefined };
}
