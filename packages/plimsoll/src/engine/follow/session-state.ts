import { sameContent } from "../../conversation/item-content.js";
import { carryId, itemId } from "../../conversation/item-id.js";
import type { Format } from "../../formats/format.js";
import { ProtectedItems } from "../../facts/checkpoint/protected-items.js";
import { type Calibration, createCalibration } from "../../tokens/calibration.js";
import type { ItemMeter } from "../../tokens/item-meter.js";
import { CompactionLine } from "./compaction-line.js";
import { applyRecord, type CompactionRecord, type Projection, type SourceBase } from "./compaction-record.js";
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

const LEAST_WEIGHT = 1000;
const ITEM_WEIGHT = 40;

/**
 * What is known of one session between two calls: its compactions, the list the caller sent last, and the
 * window that was made of it.
 */
export class SessionState<W extends object> {
  readonly sessionId: string;
  readonly protectedItems: ProtectedItems = new ProtectedItems();
  readonly facts: SessionFacts<W> = new SessionFacts();
  /** It was found in the store, so its archive may be old. */
  isTakenUp: boolean = false;
  /** The day on which it was last marked as used, in this process. */
  usedOn: number | undefined;
  /** The wire format of the session's items, once it is known. */
  format: Format<W> | undefined;
  /** Ids that this process has archived already. */
  readonly archived: Set<string> = new Set();
  /** Artifacts of results that were archived by this process: by the id of their item and their call id. */
  readonly artifacts: Map<string, string> = new Map();
  /** Ids of outputs that were found in the store, and can be read back. */
  readonly readable: Set<string> = new Set();
  /** Evidence that stands in the window for items with large results, by the ids of those items. */
  readonly evidence: Map<string, W> = new Map();
  readonly compactions: CompactionLine<W> = new CompactionLine();
  calibration: Calibration = createCalibration();
  /** The compaction whose re-application was last told of. */
  announcedReapplied = "";
  /** The window that the provider named when it refused a request. */
  learnedMax: number | undefined;
  /** The request that was measured last: what the next reported usage belongs to. */
  lastRequest: { readonly raw: number; readonly index: WindowIndex<W> } | undefined;
  /** The share of the input that the provider had in its cache, as last reported; all of it until then. */
  cachedShare: number = 1;
  /** The list that the newest compaction was made from, as the caller's own objects. */
  newestSource: { readonly recordId: string; readonly items: readonly W[] } | undefined;
  /** The list that the last undo or redo gave back, until the caller sends one. */
  restored: { readonly ids: readonly string[]; readonly items: readonly W[] } | undefined;
  #input: W[] = [];
  #index: WindowIndex<W> | undefined;
  #base: { readonly kind: SourceBase; readonly record?: CompactionRecord<W> } = { kind: "none" };

  constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  /** The caller's list of the last call. */
  get input(): readonly W[] {
    return this.#input;
  }

  /** About how much of memory the session takes, in tokens: its window, and a share for every item that is known of it. */
  get weight(): number {
    return LEAST_WEIGHT + (this.#index?.total ?? 0) + (this.#input.length + this.archived.size) * ITEM_WEIGHT;
  }

  get index(): WindowIndex<W> | undefined {
    return this.#index;
  }

  /** What the caller's list goes on from. */
  get base(): { readonly kind: SourceBase; readonly record?: CompactionRecord<W> } {
    return this.#base;
  }

  /** How much of the caller's list the compaction that it goes on from has recorded and archived already. */
  get baseLength(): number {
    return lengthOfBase(this.#base);
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
    const index = this.#index;
    if (index && !this.#isAdopted(items, index) && this.#goesOn(items, index)) {
      for (let origin = this.#input.length; origin < items.length; origin++) {
        this.#input.push(items[origin] as W);
        index.push(this.#bounded(items[origin] as W, options), origin);
      }
      const { kind, record } = this.#base;
      return { index, ...(kind === "source" && record ? { reapplied: record } : {}) };
    }
    if (index && this.#base.record && extendsList(items, index.items)) {
      this.#base = { kind: "window", record: this.#base.record };
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
    if (this.#base.kind !== "source") return false;
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

  /** Replaces the window by the one a compaction made of the current list. */
  replaceWindow(
    record: CompactionRecord<W>,
    window: Projection<W>,
    options: FollowOptions<W>,
  ): WindowIndex<W> {
    this.compactions.add(record);
    this.#base = { kind: "source", record };
    this.newestSource = { recordId: record.id, items: [...this.#input] };
    if (this.evidence.size > 0) this.#keepEvidence(new Set(window.items));
    return this.#restart(this.#input, window, options);
  }

  /** Puts evidence into the place of an item, and of what stood for it until now. */
  standFor(item: W, evidence: W): void {
    const before = this.evidence.get(itemId(item)) ?? item;
    for (const [id, standing] of this.evidence) if (standing === before) this.evidence.set(id, evidence);
    this.evidence.set(itemId(before), evidence);
    this.evidence.set(itemId(item), evidence);
  }

  /** Makes the window anew after evidence of something in it has changed. */
  renewWindow(options: FollowOptions<W>): void {
    const index = this.#index;
    if (!index) return;
    this.#index = undefined;
    this.#restart(this.#input, { items: [...index.items], origins: [...index.origins] }, options);
  }

  /** Forgets evidence that the window holds no more. */
  #keepEvidence(present: ReadonlySet<W>): void {
    for (const [id, evidence] of this.evidence) if (!present.has(evidence)) this.evidence.delete(id);
  }

  /** Forgets what the last list was, so that the next one is understood anew. */
  forget(): void {
    this.#input = [];
    this.#index = undefined;
    this.#base = { kind: "none" };
    this.lastRequest = undefined;
    this.restored = undefined;
  }

  #match(items: readonly W[], options: FollowOptions<W>): Followed<W> {
    const match = matchRecord(this.compactions, items);
    this.#base = match ?? { kind: "none" };
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
    this.#input = [...items];
    const index = new WindowIndex<W>(options);
    window.items.forEach((item, position) =>
      index.push(this.#bounded(item, options), window.origins[position] ?? -1),
    );
    this.#index = index;
    return index;
  }
}

/** How much of a list the compaction that it goes on from has recorded. */
export function lengthOfBase<W extends object>(base: {
  readonly kind: SourceBase;
  readonly record?: CompactionRecord<W>;
}): number {
  const { kind, record } = base;
  if (kind === "none" || !record) return 0;
  return kind === "source" ? record.source.length : record.window.length;
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
