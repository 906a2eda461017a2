import type { ItemView } from "../../conversation/item-view.js";
import type { SummaryRules } from "./summary-rules.js";
import type { LedgerItem } from "./observation.js";
import { createLedger, type LedgerState, SessionLedger } from "./session-ledger.js";

/** An item that is read only if the ledger does not know it. */
export interface UnreadItem {
  readonly id: string;
  /** Already redacted, like everything that is stored. */
  view(): ItemView;
  /** The rules in it, if it is a summary message. */
  summary?(): SummaryRules | undefined;
}

/** A state to go back to, and how many items were given and observed until then. */
interface Point {
  readonly length: number;
  readonly observed: number;
  open(): SessionLedger;
}

/** Besides the state that was kept last. */
const MAX_POINTS = 2;

/** What is known of items before they are read. */
export interface OfferOptions {
  /** They all came after the kept state. Otherwise those in it are passed over. */
  readonly isAfterKept?: boolean;
}

/**
 * A ledger that reads no item of its kept state twice and can go back: to that state, and to the newest points saved
 * since. Its content follows from that state and the items observed since, in order. What is said again in the same words
 * is another item with the same id: the newest word counts.
 */
export class RewindableLedger {
  #ledger: SessionLedger = createLedger();
  /** Ids of the items in the state that was kept last. */
  readonly #kept = new Set<string>();
  /** Ids of the items that were observed since, in their order. */
  #since: string[] = [];
  #length = 0;
  #start: Point = { length: 0, observed: 0, open: createLedger };
  #points: Point[] = [];

  /** The current ledger, valid until items are observed or removed. */
  get ledger(): SessionLedger {
    return this.#ledger;
  }

  /** How many items were given since a state was kept, with those that were known. */
  get length(): number {
    return this.#length;
  }

  /** How many items were observed since the newest state that can be gone back to. */
  get unsaved(): number {
    return this.#since.length - (this.#points.at(-1) ?? this.#start).observed;
  }

  /** Ids of the items that are new since a state was kept. */
  get since(): Iterable<string> {
    return this.#since;
  }

  /** Observes the items that are not in the kept state. Where one cannot be observed, none of those since that state is. */
  observe(items: Iterable<UnreadItem>, { isAfterKept = false }: OfferOptions = {}): void {
    const unknown: LedgerItem[] = [];
    let length = 0;
    for (const { id, view, summary } of items) {
      length++;
      if (!isAfterKept && this.#kept.has(id)) continue;
      unknown.push({ id, view: view(), summary: summary?.() });
    }
    for (const { id } of unknown) this.#since.push(id);
    this.#length += length;
    try {
      this.#ledger.observeAll(unknown);
    } catch (error) {
      this.goBack(0);
      throw error;
    }
  }

  /** Makes the present state one to go back to. Costs a copy of the ledger's rows. */
  save(): void {
    if (this.unsaved === 0) return;
    const state = this.#ledger.toJSON();
    const point = {
      length: this.#length,
      observed: this.#since.length,
      open: () => new SessionLedger(state),
    };
    this.#points = [...this.#points, point].slice(-MAX_POINTS);
  }

  /** Removes items so that at most this many of the given ones are left. */
  goBack(length: number): void {
    if (length >= this.#length) return;
    this.#points = this.#points.filter((point) => point.length <= length);
    const point = this.#points.at(-1) ?? this.#start;
    if (point.observed < this.#since.length) {
      this.#ledger = point.open();
      this.#since = this.#since.slice(0, point.observed);
    }
    this.#length = point.length;
  }

  /** Makes the present state, as stored, the new base. */
  keep(state: LedgerState): void {
    for (const id of this.#since) this.#kept.add(id);
    this.#goOnFrom(() => new SessionLedger(state));
  }

  /** Goes on from another state, with the ids of the items in it. */
  restore(open: () => SessionLedger, ids: Iterable<string>): void {
    this.#ledger = open();
    this.#kept.clear();
    for (const id of ids) this.#kept.add(id);
    this.#goOnFrom(open);
  }

  #goOnFrom(open: () => SessionLedger): void {
    this.#since = [];
    this.#length = 0;
    this.#start = { length: 0, observed: 0, open };
    this.#points = [];
  }
}
