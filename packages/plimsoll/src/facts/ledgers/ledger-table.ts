import type { EntryStatus, Speaker } from "../checkpoint/checkpoint.js";

const MAX_ITEMS = 8;
/** A table is cut to its capacity only after it has grown by this factor, so that cutting stays linear. */
const SLACK = 2;
/** The age, in items, at which recency has lost half of its weight. */
const HALF_LIFE = 100;

/** One fact of a ledger with the signals of its relevance. */
export interface LedgerRow<F> {
  /** Tells the row from the others of its table. */
  readonly key: string;
  readonly fields: F;
  readonly items: readonly string[];
  readonly by: Speaker;
  readonly status: EntryStatus;
  /** The key of the row that took its place. */
  readonly supersededBy?: string | undefined;
  /** Positions of the first and of the newest item that speaks of it. */
  readonly first: number;
  readonly last: number;
  readonly mentions: number;
  /** Mentions in the arguments of calls, and by the user. */
  readonly calls: number;
  readonly userMentions: number;
}

/** Where and by whom something was said. */
export interface Sighting {
  readonly item: string;
  readonly position: number;
  readonly by: Speaker;
  readonly isCall?: boolean;
}

/**
 * How much a row is worth keeping: 4 if it is still open, 3 if the user spoke of it, 2 log2(1 + calls that use it),
 * log2(1 + items that mention it), and up to 2 for recency, halved every 100 items. A superseded row loses 4.
 */
function relevance<F>(row: LedgerRow<F>, now: number, isOpen: boolean): number {
  const recency = 2 * 2 ** (-(now - row.last) / HALF_LIFE);
  return (
    (isOpen ? 4 : 0) +
    (row.userMentions > 0 ? 3 : 0) +
    2 * Math.log2(1 + row.calls) +
    Math.log2(1 + row.mentions) +
    recency -
    (row.status === "superseded" ? 4 : 0)
  );
}

export interface TableRules<F> {
  /** The maximum number of rows for a checkpoint; `Infinity` if none may be dropped. */
  readonly capacity: number;
  isOpen(fields: F): boolean;
}

/** The rows of one ledger by key, in order of arrival, bounded by {@link relevance}. */
export class LedgerTable<F> {
  readonly #rows = new Map<string, CountingRow<F>>();
  /** The superseded rows, to avoid scanning all rows for them. */
  readonly #superseded = new Set<CountingRow<F>>();
  readonly #rules: TableRules<F>;
  #arrived = 0;

  constructor(rules: TableRules<F>, rows: readonly LedgerRow<F>[] = []) {
    this.#rules = rules;
    for (const row of rows) this.#add(row);
  }

  #add(row: LedgerRow<F>): void {
    const counting = new CountingRow(row, this.#arrived++);
    this.#rows.set(row.key, counting);
    if (row.status === "superseded") this.#superseded.add(counting);
  }

  get size(): number {
    return this.#rows.size;
  }

  /** True if this many more rows do not cause a cut. */
  hasRoomFor(rows: number): boolean {
    return this.#rows.size + rows <= this.#rules.capacity * SLACK;
  }

  /** The row as it is until the table changes. */
  get(key: string): LedgerRow<F> | undefined {
    return this.#rows.get(key);
  }

  /** The rows as they are until the table changes; see {@link copies} for those to keep. */
  rows(): IterableIterator<LedgerRow<F>> {
    return this.#rows.values();
  }

  /** The superseded rows, in order of arrival. */
  superseded(): LedgerRow<F>[] {
    return [...this.#superseded].sort((one, other) => one.arrival - other.arrival);
  }

  copies(): LedgerRow<F>[] {
    return Array.from(this.#rows.values(), copyOf);
  }

  /** Adds a row, or adds the sighting and fields to the existing one, which becomes current again. */
  put(key: string, fields: F, sighting: Sighting): void {
    const known = this.#rows.get(key);
    if (known === undefined) this.#add(newRow(key, fields, sighting));
    else {
      known.see(sighting);
      known.fields = fields;
      this.#revive(known);
    }
    if (this.#rows.size > this.#rules.capacity * SLACK) this.#cut(sighting.position);
  }

  /** Records that an item mentions a row; does nothing if there is none. */
  touch(key: string, sighting: Sighting): void {
    this.#rows.get(key)?.see(sighting);
  }

  /** Changes the fields of a row without a sighting. */
  update(key: string, fields: F): void {
    const row = this.#rows.get(key);
    if (row !== undefined) row.fields = fields;
  }

  supersede(key: string, by?: string): void {
    const row = this.#rows.get(key);
    if (row === undefined || key === by) return;
    row.status = "superseded";
    this.#superseded.add(row);
    if (by !== undefined) row.supersededBy = by;
  }

  #revive(row: CountingRow<F>): void {
    row.status = "current";
    row.supersededBy = undefined;
    this.#superseded.delete(row);
  }

  /** Removes rows; the rows that they superseded become current again. */
  remove(keys: ReadonlySet<string>): void {
    for (const key of keys) {
      const row = this.#rows.get(key);
      if (row === undefined) continue;
      this.#rows.delete(key);
      this.#superseded.delete(row);
    }
    for (const row of this.#superseded)
      if (row.supersededBy !== undefined && keys.has(row.supersededBy)) this.#revive(row);
  }

  /** Copies of the most relevant rows within the capacity, in order of arrival. */
  best(now: number): LedgerRow<F>[] {
    return this.#best(now).map(copyOf);
  }

  #best(now: number): CountingRow<F>[] {
    const rows = [...this.#rows.values()];
    const { capacity, isOpen } = this.#rules;
    if (rows.length <= capacity) return rows;
    const order = rows.map((row, index) => ({ index, score: relevance(row, now, isOpen(row.fields)) }));
    order.sort((a, b) => b.score - a.score || b.index - a.index);
    const kept = new Set(order.slice(0, capacity).map(({ index }) => index));
    return rows.filter((_, index) => kept.has(index));
  }

  #cut(now: number): void {
    const best = this.#best(now);
    this.#rows.clear();
    this.#superseded.clear();
    for (const row of best) {
      this.#rows.set(row.key, row);
      if (row.status === "superseded") this.#superseded.add(row);
    }
  }
}

/** A row as its table holds it: updated in place, because most sightings of a fact change nothing else. */
class CountingRow<F> implements LedgerRow<F> {
  readonly key: string;
  /** Rows that came earlier have smaller numbers. */
  readonly arrival: number;
  fields: F;
  readonly items: string[];
  /** Hashes that tell most items apart from those already there. */
  readonly #hashes: number[];
  by: Speaker;
  status: EntryStatus;
  supersededBy: string | undefined;
  readonly first: number;
  last: number;
  mentions: number;
  calls: number;
  userMentions: number;
  /** The copy that was given out last. */
  copied: LedgerRow<F> | undefined;

  constructor(row: LedgerRow<F>, arrival: number) {
    this.key = row.key;
    this.arrival = arrival;
    this.fields = row.fields;
    this.items = [...row.items];
    this.#hashes = this.items.map(hashOf);
    this.by = row.by;
    this.status = row.status;
    this.supersededBy = row.supersededBy;
    this.first = row.first;
    this.last = row.last;
    this.mentions = row.mentions;
    this.calls = row.calls;
    this.userMentions = row.userMentions;
    this.copied = row;
  }

  /** A second mention in the same item counts once, except that a call counts as a call. */
  see({ item, position, by, isCall }: Sighting): void {
    // What a summary claimed is known as soon as somebody else says it.
    if (this.by === "model") this.by = by;
    const repeated = this.last === position;
    if (repeated && isCall !== true) return;
    if (!repeated) {
      this.#addItem(item);
      this.last = position;
      this.mentions++;
    }
    if (isCall === true) this.calls++;
    if (by === "user") this.userMentions++;
  }

  /** Keeps the first item and the newest ones. */
  #addItem(item: string): void {
    const hash = hashOf(item);
    if (this.#hashes.includes(hash) && this.items.includes(item)) return;
    if (this.items.length >= MAX_ITEMS) {
      this.items.splice(1, 1);
      this.#hashes.splice(1, 1);
    }
    this.items.push(item);
    this.#hashes.push(hash);
  }
}

const HASHED_CHARACTERS = 16;
let hashed = { item: "", hash: 0 };

/** A number for an item, from the end of its id. Known of the last one: an item is seen in many rows, one after the other. */
function hashOf(item: string): number {
  if (item === hashed.item) return hashed.hash;
  let hash = item.length;
  for (let at = Math.max(0, item.length - HASHED_CHARACTERS); at < item.length; at++)
    hash = (Math.imul(hash, 31) + item.charCodeAt(at)) & 0x3fffffff;
  hashed = { item, hash };
  return hash;
}

function newRow<F>(key: string, fields: F, sighting: Sighting): LedgerRow<F> {
  return {
    key,
    fields,
    items: [sighting.item],
    by: sighting.by,
    status: "current",
    first: sighting.position,
    last: sighting.position,
    mentions: 1,
    calls: sighting.isCall === true ? 1 : 0,
    userMentions: sighting.by === "user" ? 1 : 0,
  };
}

/** A copy of the row; the last copy if nothing changed, so that saved states share most rows. */
function copyOf<F>(row: CountingRow<F>): LedgerRow<F> {
  const { copied } = row;
  const isSame =
    copied !== undefined &&
    copied.fields === row.fields &&
    copied.status === row.status &&
    copied.by === row.by &&
    copied.supersededBy === row.supersededBy &&
    copied.last === row.last &&
    copied.mentions === row.mentions &&
    copied.calls === row.calls &&
    copied.userMentions === row.userMentions;
  if (!isSame) row.copied = freshCopy(row);
  return row.copied as LedgerRow<F>;
}

function freshCopy<F>(row: LedgerRow<F>): LedgerRow<F> {
  const { key, fields, items, by, status, supersededBy, first, last, mentions, calls, userMentions } = row;
  return {
    key,
    fields,
    items: [...items],
    by,
    status,
    first,
    last,
    mentions,
    calls,
    userMentions,
    ...(supersededBy === undefined ? {} : { supersededBy }),
  };
}
