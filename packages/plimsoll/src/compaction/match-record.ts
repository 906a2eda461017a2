import { itemId, listHash } from "../conversation/item-id.js";
import type { CompactionRecord } from "./compaction-record.js";

/** What a list goes on from: the source or the window of a compaction. */
export interface RecordMatch<W extends object> {
  readonly kind: "source" | "window";
  readonly record: CompactionRecord<W>;
}

/** The newest compaction whose source or window a list begins with. */
export function matchRecord<W extends object>(
  records: readonly CompactionRecord<W>[],
  items: readonly W[],
): RecordMatch<W> | undefined {
  return records.length === 0 ? undefined : matchIds(records, items.map(itemId));
}

/** The same, for a list that is known by the ids of its items. */
export function matchIds<W extends object>(
  records: readonly CompactionRecord<W>[],
  ids: readonly string[],
): RecordMatch<W> | undefined {
  const matcher = new Matcher(records, ids);
  for (const record of records.toReversed()) {
    if (matcher.startsWithSource(record)) return { kind: "source", record };
    if (matcher.startsWithWindow(record)) return { kind: "window", record };
  }
  return undefined;
}

/** Hashes are chained along the parents, so each part of a list is hashed once however many records there are. */
class Matcher<W extends object> {
  readonly #ids: readonly string[];
  readonly #byId: ReadonlyMap<string, CompactionRecord<W>>;
  readonly #known = new Map<string, boolean>();

  constructor(records: readonly CompactionRecord<W>[], ids: readonly string[]) {
    this.#ids = ids;
    this.#byId = new Map(records.map((record) => [record.id, record]));
  }

  startsWithSource(record: CompactionRecord<W>): boolean {
    return this.#remember(`source ${record.id}`, () => {
      const { base, length, hash } = record.source;
      if (this.#ids.length < length) return false;
      if (base === "none") return sourceHash("", this.#ids.slice(0, length)) === hash;
      const parent = this.#byId.get(record.parent ?? "");
      if (!parent) return false;
      const part = base === "source" ? parent.source : parent.window;
      const starts = base === "source" ? this.startsWithSource(parent) : this.startsWithWindow(parent);
      return starts && sourceHash(part.hash, this.#ids.slice(part.length, length)) === hash;
    });
  }

  startsWithWindow(record: CompactionRecord<W>): boolean {
    return this.#remember(`window ${record.id}`, () => {
      const { length, hash } = record.window;
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

/** The hash of a compaction's source: of what it goes on from, and of the ids that came since. */
export function sourceHash(baseHash: string, addedIds: readonly string[]): string {
  return listHash([baseHash, ...addedIds]);
}
