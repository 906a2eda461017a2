import { sameContent } from "../../conversation/same-content.js";
import { carryId, itemId } from "../../conversation/item-id.js";
import type { Format } from "../../formats/format.js";
import { ProtectedItems, type Protection } from "../../facts/checkpoint/protected-items.js";
import type { StoredEntry } from "../../stores/storage-adapter.js";
import { calibrate, type Calibration, createCalibration } from "../../tokens/calibration.js";
import type { ItemMeter } from "../../tokens/item-meter.js";
import { CompactionLine, type Compactions } from "./compaction-line.js";
import {
  applyRecord,
  type CompactionRecord,
  type ListBase,
  type Projection,
  RECORD_VERSION,
  type RestoredList,
} from "./compaction-record.js";
import { matchRecord } from "./match-record.js";
import { SessionFacts } from "./session-facts.js";
import type { Withdrawal } from "./withdrawals.js";
import { WindowIndex } from "./window-index.js";

export interface FollowOptions<W extends object> {
  readonly meter: ItemMeter<W>;
  isProtected(item: W): boolean;
}

/** How a caller's list was understood. */
export interface Followed<W extends object> {
  readonly index: WindowIndex<W>;
  /** A compaction applied again to a list that still contains what it removed. */
  readonly reapplied?: CompactionRecord<W>;
}

/** The provider's report about the previous request: its token count, or that it was too long. */
export interface ProviderReport {
  /** The counted tokens, if reported. */
  readonly tokens?: number | undefined;
  /** The cached share of them; absent if nothing was cached. */
  readonly cachedShare?: number | undefined;
  /** The window that it named when it refused the request. */
  readonly limit?: number | undefined;
  /** The window as it is configured. */
  readonly max: number;
}

/** The data of an `undo` or `redo` entry of the archive. */
interface StepEntry {
  readonly compaction: string;
}

/** A list that continues no compaction. */
const NO_BASE = { kind: "none", length: 0 } as const;

/**
 * The state of one session between two calls: its compactions, the caller's last list, and the window made from
 * it. Everybody may read it; only its methods change it, so it changes only in this file.
 */
export type SessionState<W extends object> = Readonly<Session<W>>;

/** A session restored from an earlier process's entries, in stored order. */
export function createSession<W extends object>(
  sessionId: string,
  stored: readonly StoredEntry[] = [],
): SessionState<W> {
  const session = new Session<W>(sessionId);
  session.restore(stored);
  return session;
}

class Session<W extends object> {
  readonly sessionId: string;
  readonly facts: SessionFacts<W> = new SessionFacts();
  /** It was found in the store, so its archive may be old. */
  isStored = false;
  /** The wire format of the session's items, once known. */
  format: Format<W> | undefined;
  calibration: Calibration = createCalibration();
  /** The window that the provider named when it refused a request. */
  learnedMax: number | undefined;
  /** The last measured request, which the next reported usage belongs to. */
  lastRequest: { readonly raw: number; readonly window: object } | undefined;
  /** The share of the input that the provider had in its cache, as last reported; all of it until then. */
  cachedShare = 1;
  /** The list that the newest compaction was made from, as the caller's own objects. */
  newestSource: { readonly recordId: string; readonly items: readonly W[] } | undefined;
  /** The list that the last undo or redo gave back, until the caller sends one. */
  restored: RestoredList<W> | undefined;
  /** The window made from the caller's list. */
  index: WindowIndex<W> | undefined;
  /** What the caller's list continues. */
  base: ListBase<W> = NO_BASE;
  /** The caller's list of the last call. */
  input: readonly W[] = [];
  #input: W[] = [];
  readonly #compactions = new CompactionLine<W>();
  readonly #protectedItems = new ProtectedItems();
  readonly #archived = new Set<string>();
  readonly #artifacts = new Map<string, string>();
  readonly #readable = new Set<string>();
  readonly #answers = new Map<string, Set<string>>();
  readonly #evidence = new Map<string, W>();
  readonly compactions: Compactions<W> = this.#compactions;
  readonly protectedItems: Pick<ProtectedItems, "has" | "all" | "size"> = this.#protectedItems;
  /** Ids that this process has archived already. */
  readonly archived: ReadonlySet<string> = this.#archived;
  /** Artifacts of results that were archived by this process: by the id of their item and their call id. */
  readonly artifacts: ReadonlyMap<string, string> = this.#artifacts;
  /** The calls whose outputs an archived item or an artifact holds, by its id. */
  readonly answers: ReadonlyMap<string, ReadonlySet<string>> = this.#answers;
  /** Ids of outputs that were found in the store, and can be read back. */
  readonly readable: ReadonlySet<string> = this.#readable;
  /** Evidence in the window for items with large results, by the ids of those items. */
  readonly evidence: ReadonlyMap<string, W> = this.#evidence;
  /** The day on which it was last marked as used, in this process. */
  #usedOn: number | undefined;
  /** The compaction whose re-application was reported last. */
  #announced = "";

  constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  /** Restores the session from an earlier process's entries, in stored order. */
  restore(entries: readonly StoredEntry[]): void {
    for (const { kind, data } of entries) {
      if (kind === "protected") this.#protectedItems.restore(data as Protection);
      if (kind === "withdrawn") this.facts.withdraw(data as Withdrawal);
      if (kind === "undo") this.#compactions.undo((data as StepEntry).compaction);
      if (kind === "redo") this.#compactions.redo((data as StepEntry).compaction);
      if (kind !== "compaction") continue;
      const record = data as CompactionRecord<W>;
      if (record.recordVersion === RECORD_VERSION) this.#compactions.add(record);
    }
    this.isStored = this.#compactions.standing.length > 0;
  }

  /** Items of another format start a new list: forgets the last one. */
  useFormat(format: Format<W>): void {
    if (this.format !== undefined && this.format !== format) this.forget();
    this.format = format;
  }

  /** Notes the day of a use; true if the archive should say so, which a new session need not. */
  useOn(day: number): boolean {
    const isNew = this.#usedOn === undefined && !this.isStored;
    if (this.#usedOn === day) return false;
    this.#usedOn = day;
    return !isNew;
  }

  /** Records the provider's report about the previous request; returns the window as known now. */
  learn({ tokens, cachedShare, limit, max }: ProviderReport): number {
    if (tokens !== undefined && this.lastRequest) {
      const { raw } = this.lastRequest;
      this.calibration = calibrate(this.calibration, { estimated: raw, reported: tokens });
    }
    if (cachedShare !== undefined) this.cachedShare = cachedShare;
    if (limit !== undefined && limit > 0) this.learnedMax = Math.min(this.learnedMax ?? max, limit);
    return Math.min(max, this.learnedMax ?? max);
  }

  /** Notes the request that is about to be sent. */
  expectUsage(raw: number, window: object): void {
    this.lastRequest = { raw, window };
  }

  /** True the first time in a row that a compaction is applied again. */
  announceReapplied({ id }: CompactionRecord<W>): boolean {
    const isNew = this.#announced !== id;
    this.#announced = id;
    return isNew;
  }

  protect(item: W, key?: string): Protection {
    return this.#protectedItems.protect(item, key);
  }

  release(id: string): Protection[] {
    return this.#protectedItems.release(id);
  }

  /** Records what the archive stored, with the artifacts of results by their keys. */
  markArchived(ids: Iterable<string>, artifacts: Iterable<readonly [key: string, id: string]>): void {
    for (const id of ids) this.#archived.add(id);
    for (const [key, id] of artifacts) this.#artifacts.set(key, id);
  }

  /** The archive lost its entries. */
  forgetArchived(): void {
    this.#archived.clear();
    this.#artifacts.clear();
    this.#answers.clear();
  }

  markReadable(id: string): void {
    this.#readable.add(id);
  }

  /** The item or artifact of this id holds the output of this call. */
  markAnswer(id: string, callId: string): void {
    const calls = this.#answers.get(id);
    if (calls === undefined) this.#answers.set(id, new Set([callId]));
    else calls.add(callId);
  }

  /** How much of a list was looked at in the call before. */
  seenLength(items: readonly W[]): number {
    const length = Math.min(this.#input.length, items.length);
    return length > 0 && sameContent(items[length - 1], this.#input[length - 1]) ? length : 0;
  }

  /**
   * Classifies the list of a new call: a continuation of the last one (only new items are read), a continuation
   * of a compaction's window (the caller adopted it), or the full history (the compaction is applied again).
   */
  follow(items: readonly W[], options: FollowOptions<W>): Followed<W> {
    const index = this.index;
    if (index && !this.#isAdopted(items, index) && this.#goesOn(items, index)) {
      for (let origin = this.#input.length; origin < items.length; origin++) {
        this.#input.push(items[origin] as W);
        index.push(this.#bounded(items[origin] as W, options), origin);
      }
      const { kind, record } = this.base;
      return { index, ...(kind === "source" && record ? { reapplied: record } : {}) };
    }
    if (index && this.base.record && extendsList(items, index.items)) {
      const { record } = this.base;
      this.base = { kind: "window", record, length: record.window.length };
      index.items.forEach((item, position) => carryId(item, items[position] as W));
      return { index: this.#restart(items, identity(items), options) };
    }
    return this.#match(items, options);
  }

  /**
   * True if the list has the summary at the window's place. If nothing of the source stayed, only that
   * distinguishes an adopted window from the source, once it has grown as long.
   */
  #isAdopted(items: readonly W[], index: WindowIndex<W>): boolean {
    if (this.base.kind !== "source") return false;
    const made = index.origins.indexOf(-1);
    return made >= 0 && sameContent(items[made], index.items[made]);
  }

  /**
   * True if the list continues the last one: the same objects, or clones, which then replace them. Compares only
   * the window and the last item; the rest is in the archive and costs nothing.
   */
  #goesOn(items: readonly W[], index: WindowIndex<W>): boolean {
    const input = this.#input;
    if (this.seenLength(items) < input.length) return false;
    let renewed = false;
    for (let position = 0; position < index.origins.length; position++) {
      const origin = index.origins[position] as number;
      if (origin < 0 || items[origin] === input[origin]) continue;
      if (!sameContent(items[origin], input[origin])) return false;
      renewed = true;
    }
    if (renewed) index.renew(input, items);
    return true;
  }

  /** Makes the window of a compaction the session's. */
  commit(record: CompactionRecord<W>, window: Projection<W>, options: FollowOptions<W>): WindowIndex<W> {
    this.#compactions.add(record);
    this.base = { kind: "source", record, length: record.source.length };
    this.newestSource = { recordId: record.id, items: [...this.#input] };
    if (this.evidence.size > 0) this.#keepEvidence(new Set(window.items));
    return this.#restart(this.#input, window, options);
  }

  /** Takes a compaction back; the caller is given `list`. */
  undo(record: CompactionRecord<W>, list: RestoredList<W>): void {
    this.#compactions.undo(record.id);
    this.forget();
    this.restored = list;
  }

  /**
   * Restores the last undone compaction; keeps the caller's `own` objects so that it can be undone to them.
   */
  redo(record: CompactionRecord<W>, list: RestoredList<W>, own: ReadonlyMap<string, W>): void {
    if (this.newestSource?.recordId !== record.id) {
      const items = this.#compactions.sourceIds(record).map((id) => own.get(id));
      if (items.every((item) => item !== undefined)) this.newestSource = { recordId: record.id, items };
    }
    this.#compactions.redo(record.id);
    this.forget();
    this.restored = list;
  }

  /** Replaces an item, and its earlier evidence, with new evidence. */
  useEvidence(item: W, evidence: W): void {
    const before = this.evidence.get(itemId(item)) ?? item;
    for (const [id, standing] of this.#evidence) if (standing === before) this.#evidence.set(id, evidence);
    this.#evidence.set(itemId(before), evidence);
    this.#evidence.set(itemId(item), evidence);
  }

  /** Rebuilds the window after evidence in it has changed. */
  renewWindow(options: FollowOptions<W>): void {
    const index = this.index;
    if (!index) return;
    this.index = undefined;
    this.#restart(this.#input, { items: [...index.items], origins: [...index.origins] }, options);
  }

  /** Forgets evidence that the window holds no more. */
  #keepEvidence(present: ReadonlySet<W>): void {
    for (const [id, evidence] of this.#evidence) if (!present.has(evidence)) this.#evidence.delete(id);
  }

  #setInput(items: W[]): void {
    this.#input = items;
    this.input = items;
  }

  /** Forgets the last list, so that the next one is classified from scratch. */
  forget(): void {
    this.#setInput([]);
    this.index = undefined;
    this.base = NO_BASE;
    this.lastRequest = undefined;
    this.restored = undefined;
  }

  #match(items: readonly W[], options: FollowOptions<W>): Followed<W> {
    const match = this.compactions.standing.length > 0 ? matchRecord(this.compactions, items) : undefined;
    this.base = match ?? NO_BASE;
    if (match?.kind !== "source") return { index: this.#restart(items, identity(items), options) };
    const { record } = match;
    return { index: this.#restart(items, applyRecord(record, items), options), reapplied: record };
  }

  /** The item or its evidence. Only items with results can have evidence, so others need no id here. */
  #bounded(item: W, { meter }: FollowOptions<W>): W {
    if (this.evidence.size === 0 || meter.view(item).results.length === 0) return item;
    return this.evidence.get(itemId(item)) ?? item;
  }

  #restart(items: readonly W[], window: Projection<W>, options: FollowOptions<W>): WindowIndex<W> {
    this.#setInput([...items]);
    const index = new WindowIndex<W>(options);
    window.items.forEach((item, position) =>
      index.push(this.#bounded(item, options), window.origins[position] ?? -1),
    );
    this.index = index;
    return index;
  }
}

/** True if `list` starts with items equal to those of `prefix`. */
function extendsList(list: readonly object[], prefix: readonly object[]): boolean {
  if (list.length < prefix.length) return false;
  for (let index = 0; index < prefix.length; index++)
    if (!sameContent(list[index], prefix[index])) return false;
  return true;
}

const identity = <W extends object>(items: readonly W[]): Projection<W> => ({
  items,
  origins: items.map((_, index) => index),
});
