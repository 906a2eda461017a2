import { contentId } from "../../conversation/same-content.js";
import { itemId, listHash } from "../../conversation/item-id.js";
import { sha256 } from "../../text/sha256.js";
import type { Trigger } from "../plan/decide.js";

/** A run of the caller's items, `[start, end)`, or an item that stands in for one (`origin`) or was put in (-1). */
export type LayoutPart<W> =
  | readonly [start: number, end: number]
  | { readonly item: W; readonly origin: number; readonly id: string };

/** What the list that was compacted continues: nothing, the source or the window of the record before. */
export type SourceBase = "none" | "source" | "window";

/** How long a compaction lasted: until the next one was due. */
export interface Rebound {
  /** Tokens by which the window grew. */
  readonly tokens: number;
  readonly turns: number;
}

/**
 * One compaction, complete enough to apply it again to the list it was made from, and to take it back.
 * Stored as JSON; `RECORD_VERSION` counts changes of this shape.
 */
export interface CompactionRecord<W extends object = object> {
  readonly recordVersion: number;
  readonly id: string;
  /** The N of `<COMPACT-SUMMARY vN>`; 0 where no summary was written yet. */
  readonly version: number;
  readonly parent?: string;
  readonly ts: string;
  readonly format: string;
  readonly trigger: Trigger;
  readonly rung: string;
  readonly template: string;
  readonly summarizer: string;
  /** The caller's list: its length, its hash chained to that of its base, and the ids of the items after its base. */
  readonly source: {
    readonly base: SourceBase;
    readonly length: number;
    readonly hash: string;
    /** The same of what the items say, marks and ids that a host changes aside; absent in what earlier releases stored. */
    readonly content?: string;
    readonly ids: readonly string[];
  };
  /** The window that replaced it. */
  readonly window: {
    readonly length: number;
    readonly hash: string;
    readonly content?: string;
    readonly layout: readonly LayoutPart<W>[];
  };
  /** Ids of the items that left the window, oldest first. */
  readonly removed: readonly string[];
  /** The summary's body; empty where none was written. */
  readonly summary: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** What is known of a compaction by the provider: whose it is, its cost, the digests of what is encrypted. */
  readonly remote?: Readonly<Record<string, unknown>>;
  /** The entry that holds the state of the session at this point. */
  readonly checkpoint?: string;
  /**
   * The checkpoint whose ledgers those of `checkpoint` go on from; `none` for the first. Absent in what earlier releases
   * stored, where they go on from all compactions before.
   */
  readonly ledgersFrom?: string;
  /** How long the compaction before this one lasted; absent for the first. */
  readonly rebound?: Rebound;
}

/** What a list goes on from. */
export interface ListBase<W extends object> {
  readonly kind: SourceBase;
  readonly record?: CompactionRecord<W>;
  /** How much of the list that compaction has recorded and archived already. */
  readonly length: number;
}

/** A list that an undo or redo gave back, with the ids by which its items are known. */
export interface RestoredList<W extends object> {
  readonly ids: readonly string[];
  readonly items: readonly W[];
}

/** 1: first shape. */
export const RECORD_VERSION = 1;

/** The items of a window and, for each, its position in the list it was made from (-1: put in). */
export interface Projection<W> {
  readonly items: readonly W[];
  readonly origins: readonly number[];
}

/** Applies a compaction to the list it was made from, or to one that goes on from it. */
export function applyRecord<W extends object>(
  record: CompactionRecord<W>,
  list: readonly W[],
): Projection<W> {
  const items: W[] = [];
  const origins: number[] = [];
  const take = (start: number, end: number): void => {
    for (let index = start; index < end; index++) {
      items.push(list[index] as W);
      origins.push(index);
    }
  };
  for (const part of record.window.layout) {
    if ("item" in part) {
      items.push(part.item);
      origins.push(part.origin);
    } else {
      take(part[0], part[1]);
    }
  }
  take(record.source.length, list.length);
  return { items, origins };
}

/** The shortest layout of a window over its source. */
export function layoutOf<W extends object>(window: Projection<W>, source: readonly W[]): LayoutPart<W>[] {
  const parts: LayoutPart<W>[] = [];
  let run: [number, number] | undefined;
  window.items.forEach((item, position) => {
    const origin = window.origins[position] ?? -1;
    if (origin < 0 || source[origin] !== item) {
      parts.push({ item, origin, id: itemId(item) });
      run = undefined;
    } else if (run && run[1] === origin) {
      run[1] = origin + 1;
    } else {
      run = [origin, origin + 1];
      parts.push(run);
    }
  });
  return parts;
}

/** The ids of a record's window, given those of its source. */
export function windowIds(record: CompactionRecord, sourceIds: readonly string[]): string[] {
  return record.window.layout.flatMap((part) =>
    "item" in part ? [part.id] : sourceIds.slice(part[0], part[1]),
  );
}

/** The compactions that a compaction goes on from, oldest first, and itself. */
export function lineOf<W extends object>(
  record: CompactionRecord<W>,
  parentOf: (record: CompactionRecord<W>) => CompactionRecord<W> | undefined,
): CompactionRecord<W>[] {
  const line = [record];
  for (let next = record; next.source.base !== "none"; ) {
    const parent = parentOf(next);
    if (!parent) break;
    line.push(parent);
    next = parent;
  }
  return line.reverse();
}

/** The ids of the list that a record was made from, put together along its line of parents. */
export function sourceIds(
  record: CompactionRecord,
  parentOf: (record: CompactionRecord) => CompactionRecord | undefined,
): string[] {
  let ids: string[] = [];
  let previous: CompactionRecord | undefined;
  for (const current of lineOf(record, parentOf)) {
    const start = previous && current.source.base === "window" ? windowIds(previous, ids) : ids;
    ids = [...start, ...current.source.ids];
    previous = current;
  }
  return ids;
}

/** The hash of a compaction's source: of what it goes on from, and of the ids that came since. */
export function sourceHash(baseHash: string, addedIds: readonly string[]): string {
  return listHash([baseHash, ...addedIds]);
}

/** The list that is compacted, and what it goes on from. */
export interface RecordSource<W extends object> {
  readonly sessionId: string;
  readonly input: readonly W[];
  readonly base: ListBase<W>;
}

export interface RecordWindow<W extends object>
  extends Pick<CompactionRecord<W>, "version" | "trigger" | "format" | "ts"> {
  /** The window that replaces the list. */
  readonly next: Projection<W>;
}

/** What a record says of every compaction: what it was made from, and what took its place. */
export function recordBase<W extends object>(
  { sessionId, input, base }: RecordSource<W>,
  { next, version, ...rest }: RecordWindow<W>,
): Pick<
  CompactionRecord<W>,
  "recordVersion" | "id" | "version" | "parent" | "ts" | "format" | "trigger" | "source" | "window"
> {
  const parent = base.kind === "none" ? undefined : base.record;
  const before = parent && (base.kind === "source" ? parent.source : parent.window);
  const added = input.slice(base.length);
  const ids = added.map(itemId);
  const hash = sourceHash(before?.hash ?? "", ids);
  const windowHash = listHash(next.items.map(itemId));
  const contentBefore = before ? before.content : "";
  // What goes on from a record of an earlier release is known by its ids alone.
  const content =
    contentBefore === undefined ? {} : { content: sourceHash(contentBefore, added.map(contentId)) };
  return {
    recordVersion: RECORD_VERSION,
    id: `cmp_${sha256(`${sessionId}\n${version}\n${hash}\n${windowHash}`).slice(0, 24)}`,
    version,
    ...(parent ? { parent: parent.id } : {}),
    ...rest,
    source: { base: parent ? base.kind : "none", length: input.length, hash, ...content, ids },
    window: {
      length: next.items.length,
      hash: windowHash,
      content: listHash(next.items.map(contentId)),
      layout: layoutOf(next, input),
    },
  };
}
