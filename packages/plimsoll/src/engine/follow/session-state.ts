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
import { WindowIndex } from "./window-index.js";

export interface FollowOptions<W extends object> {
  readonly meter: ItemMeter<W>;
  isProtected(item: W): boolean;
}

/** How a caller's list was understood. */
export interface Followed<W extends object> {
  readonly index: WindowIndex<W>;
  /** A compaction that was applied again to a list that still holds what it removed. */
  readonly reapplied?: CompactionRecord<W>;
}

/** What the provider said of the request before: how many tokens it had, or that it was too long. */
export interface ProviderReport {
  /** The tokens that it counted, where it told. */
  readonly tokens?: number | undefined;
  /** The share of them that it had in its cache; absent where it had nothing. */
  readonly cachedShare?: number | undefined;
  /** The window that it named when it refused the request. */
  readonly limit?: number | undefined;
  /** The window as it is configured. */
  readonly max: number;
}

/** What an `undo` or `redo` entry of the archive says. */
interface StepEntry {
  readonly compaction: string;
}

/** A list that goes on from no compaction. */
const NO_BASE = { kind: "none", length: 0 } as const;

/**
 * What is known of one session between two calls: its compactions, the list the caller sent last, and the window that was
 * made of it. Everybody reads it; it changes by its methods alone, and so in this file alone.
 */
export type SessionState<W extends object> = Readonly<Session<W>>;

/** A session, with what an earlier process stored of it, in the order in which it was stored. */
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
  /** The wire format of the session's items, once it is known. */
  format: Format<W> | undefined;
  calibration: Calibration = createCalibration();
  /** The window that the provider named when it refused a request. */
  learnedMax: number | undefined;
  /** The request that was measured last: what the next reported usage belongs to. */
  lastRequest: { readonly raw: number; readonly window: object } | undefined;
  /** The share of the input that the provider had in its cache, as last reported; all of it until then. */
  cachedShare = 1;
  /** The list that the newest compaction was made from, as the caller's own objects. */
  newestSource: { readonly recordId: string; readonly items: readonly W[] } | undefined;
  /** The list that the last undo or redo gave back, until the caller sends one. */
  restored: RestoredList<W> | undefined;
  /** The window that was made of the caller's list. */
  index: WindowIndex<W> | undefined;
  /** What the caller's list goes on from. */
  base: ListBase<W> = NO_BASE;
  /** The caller's list of the last call. */
  input: readonly W[] = [];
  #input: W[] = [];
  readonly #compactions = new CompactionLine<W>();
  readonly #protectedItems = new ProtectedItems();
  readonly #archived = new Set<string>();
  readonly #artifacts = new Map<string, string>();
  readonly #readable = new Set<string>();
  readonly #evidence = new Map<string, W>();
  readonly compactions: Compactions<W> = this.#compactions;
  readonly protectedItems: Pick<ProtectedItems, "has" | "all" | "size"> = this.#protectedItems;
  /** Ids that this process has archived already. */
  readonly archived: ReadonlySet<string> = this.#archived;
  /** Artifacts of results that were archived by this process: by the id of their item and their call id. */
  readonly artifacts: ReadonlyMap<string, string> = this.#artifacts;
  /** Ids of outputs that were found in the store, and can be read back. */
  readonly readable: ReadonlySet<string> = this.#readable;
  /** Evidence that stands in the window for items with large results, by the ids of those items. */
  readonly evidence: ReadonlyMap<string, W> = this.#evidence;
  /** The day on which it was last marked as used, in this process. */
  #usedOn: number | undefined;
  /** The compaction whose re-application was last told of. */
  #announced = "";

  constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  /** Takes up what an earlier process stored of the session, in the order in which it was stored. */
  restore(entries: readonly StoredEntry[]): void {
    for (const { kind, data } of entries) {
      if (kind === "protected") this.#protectedItems.restore(data as Protection);
      if (kind === "undo") this.#compactions.undo((data as StepEntry).compaction);
      if (kind === "redo") this.#compactions.redo((data as StepEntry).compaction);
      if (kind !== "compaction") continue;
      const record = data as CompactionRecord<W>;
      if (record.recordVersion === RECORD_VERSION) this.#compactions.add(record);
    }
    this.isStored = this.#compactions.standing.length > 0;
  }

  /** Items of another format make a new list: what was known of the last one is forgotten. */
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

  /** Takes in what the provider said of the request before; answers the window as it is known by now. */
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

  /** Notes what the archive took, with the artifacts of results by the keys of these. */
  markArchived(ids: Iterable<string>, artifacts: Iterable<readonly [key: string, id: string]>): void {
    for (const id of ids) this.#archived.add(id);
    for (const [key, id] of artifacts) this.#artifacts.set(key, id);
  }

  /** The archive lost what it had. */
  forgetArchived(): void {
    this.#archived.clear();
    this.#artifacts.clear();
  }

  markReadable(id: string): void {
    this.#readable.add(id);
  }

  /** How much of a list was looked at in the call before. */
  seenLength(items: readonly W[]): number {
    const length = Math.min(this.#input.length, items.length);
    return length > 0 && sameContent(items[length - 1], this.#input[length - 1]) ? length : 0;
  }

  /**
   * Understands the list of a new call: as the last one and more (only what is new is looked at), as the window
   * of a compaction and more (the caller adopted it), or as the full history (the compaction is applied again).
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
   * True if the list has the summary where the window has it. Where nothing of the source stayed, that alone tells an
   * adopted window from the source, once it has grown as long.
   */
  #isAdopted(items: readonly W[], index: WindowIndex<W>): boolean {
    if (this.base.kind !== "source") return false;
    const made = index.origins.indexOf(-1);
    return made >= 0 && sameContent(items[made], index.items[made]);
  }

  /**
   * True if the list is the last one and more: the same objects, or clones, which then take their place. Only what
   * is in the window is compared, and the last item; what else left it is in the archive, and costs nothing any more.
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

  /** Brings the compaction back that was undone last; the caller's `own` objects are kept where it can be undone to them. */
  redo(record: CompactionRecord<W>, list: RestoredList<W>, own: ReadonlyMap<string, W>): void {
    if (this.newestSource?.recordId !== record.id) {
      const items = this.#compactions.sourceIds(record).map((id) => own.get(id));
      if (items.every((item) => item !== undefined)) this.newestSource = { recordId: record.id, items };
    }
    this.#compactions.redo(record.id);
    this.forget();
    this.restored = list;
  }

  /** Puts evidence into the place of an item, and of what stood for it until now. */
  useEvidence(item: W, evidence: W): void {
    const before = this.evidence.get(itemId(item)) ?? item;
    for (const [id, standing] of this.#evidence) if (standing === before) this.#evidence.set(id, evidence);
    this.#evidence.set(itemId(before), evidence);
    this.#evidence.set(itemId(item), evidence);
  }

  /** Makes the window anew after evidence of something in it has changed. */
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

  /** Forgets what the last list was, so that the next one is understood anew. */
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

  /** The item, or what stands for it. Only items with results can have evidence: the others need no id for this. */
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
