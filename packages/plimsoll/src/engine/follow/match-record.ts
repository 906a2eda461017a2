import { contentId } from "../../conversation/same-content.js";
import { itemId, knownAs, listHash } from "../../conversation/item-id.js";
import type { Compactions } from "./compaction-line.js";
import { type CompactionRecord, type ListBase, sourceHash } from "./compaction-record.js";

/** What a list continues: the source or the window of a compaction. */
export interface RecordMatch<W extends object> extends ListBase<W> {
  readonly kind: "source" | "window";
  readonly record: CompactionRecord<W>;
}

/**
 * The newest compaction whose source or window a list begins with, by ids or by content. Items that a host
 * changed keep the ids they were archived under.
 */
export function matchRecord<W extends object>(
  compactions: Compactions<W>,
  items: readonly W[],
): RecordMatch<W> | undefined {
  const records = compactions.standing;
  if (records.length === 0) return undefined;
  const exact = new Matcher(records, items.map(itemId), "hash");
  let alike: Matcher<W> | undefined;
  for (const record of records.toReversed()) {
    const found = exact.match(record);
    if (found) return found;
    alike ??= new Matcher(records, items.map(contentId), "content");
    const same = alike.match(record);
    if (!same) continue;
    const ids = same.kind === "source" ? compactions.sourceIds(record) : compactions.windowIds(record);
    ids.forEach((id, index) => knownAs(items[index] as W, id));
    return same;
  }
  return undefined;
}

/** The same for a list given by the ids of its items. */
export function matchIds<W extends object>(
  records: readonly CompactionRecord<W>[],
  ids: readonly string[],
): RecordMatch<W> | undefined {
  const matcher = new Matcher(records, ids, "hash");
  for (const record of records.toReversed()) {
    const found = matcher.match(record);
    if (found) return found;
  }
  return undefined;
}

/**
 * Hashes are chained along the parents, so each part of a list is hashed once, however many records there are.
 */
class Matcher<W extends object> {
  readonly #ids: readonly string[];
  readonly #by: "hash" | "content";
  readonly #byId: ReadonlyMap<string, CompactionRecord<W>>;
  readonly #known = new Map<string, boolean>();

  constructor(records: readonly CompactionRecord<W>[], ids: readonly string[], by: "hash" | "content") {
    this.#ids = ids;
    this.#by = by;
    this.#byId = new Map(records.map((record) => [record.id, record]));
  }

  match(record: CompactionRecord<W>): RecordMatch<W> | undefined {
    if (this.#startsWithSource(record)) return { kind: "source", record, length: record.source.length };
    if (!this.#startsWithWindow(record)) return undefined;
    return { kind: "window", record, length: record.window.length };
  }

  #startsWithSource(record: CompactionRecord<W>): boolean {
    return this.#remember(`source ${record.id}`, () => {
      const { base, length, [this.#by]: hash } = record.source;
      if (hash === undefined || this.#ids.length < length) return false;
      if (base === "none") return sourceHash("", this.#ids.slice(0, length)) === hash;
      const parent = this.#byId.get(record.parent ?? "");
      if (!parent) return false;
      const part = base === "source" ? parent.source : parent.window;
      const starts = base === "source" ? this.#startsWithSource(parent) : this.#startsWithWindow(parent);
      return starts && sourceHash(part[this.#by] ?? "", this.#ids.slice(part.length, length)) === hash;
    });
  }

  #startsWithWindow(record: CompactionRecord<W>): boolean {
    return this.#remember(`window ${record.id}`, () => {
      const { length, [this.#by]: hash } = record.window;
      return this.#ids.length >= length && listHash(this.#ids.slice(0, length)) === hash;
    });
  }

  #remember(key: string, answer: () => boolean): boolean {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = answer();
    this.#known.set(key, found);
    return found;
  }
}
