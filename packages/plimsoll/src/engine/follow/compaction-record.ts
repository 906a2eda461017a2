import { contentId } from "../../conversation/same-content.js";
import { itemId, listHash } from "../../conversation/item-id.js";
import { sha256 } from "../../text/sha256.js";
import type { Trigger } from "../plan/decide.js";

/** A run of the caller's items, `[start, end)`, or an item that replaces one (`origin`) or was added (-1). */
export type LayoutPart<W> =
  | readonly [start: number, end: number]
  | { readonly item: W; readonly origin: number; readonly id: string };

/** What the compacted list continues: nothing, or the source or window of the previous record. */
export type SourceBase = "none" | "source" | "window";

/** How long a compaction lasted: until the next one was due. */
export interface Rebound {
  /** Tokens by which the window grew. */
  readonly tokens: number;
  readonly turns: number;
}

/**
 * One compaction, complete enough to apply it again to the same list and to undo it. Stored as JSON;
 * `RECORD_VERSION` counts changes of this shape.
 */
export interface CompactionRecord<W extends object = object> {
  readonly recordVersion: number;
  readonly id: string;
  /** The N of `<COMPACT-SUMMARY vN>`; 0 if there is no summary yet. */
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
    /**
     * The same for the items' content, ignoring marks and ids that a host changes; absent in records of earlier
     * releases.
     */
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
  /** Positions in the stored layout of items that are sent otherwise: they hold a secret, and are stored without it. */
  readonly hidden?: readonly number[];
  /** Ids of the items that left the window, oldest first. */
  readonly removed: readonly string[];
  /** The summary's body; empty if there is none. */
  readonly summary: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Metadata of a compaction by the provider: its owner, its cost, the digests of encrypted content. */
  readonly remote?: Readonly<Record<string, unknown>>;
  /** The entry that holds the state of the session at this point. */
  readonly checkpoint?: string;
  /**
   * The checkpoint that the ledgers of `checkpoint` build on; `none` for the first. Absent in records of earlier
   * releases, whose ledgers build on all earlier compactions.
   */
  readonly ledgersFrom?: string;
  /** How long the compaction before this one lasted; absent for the first. */
  readonly rebound?: Rebound;
}

/** What a list continues. */
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

/** The items of a window and, for each, its position in the list it was made from (-1: added). */
export interface Projection<W> {
  readonly items: readonly W[];
  readonly origins: readonly number[];
}

/** Applies a compaction to the list it was made from, or to a continuation of it. */
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

/** The compactions that a compaction builds on, oldest first, and itself. */
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

/** The hash of a compaction's source: of its base, and of the ids added since. */
export function sourceHash(baseHash: string, addedIds: readonly string[]): string {
  return listHash([baseHash, ...addedIds]);
}

/** The list to compact, and what it continues. */
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

/** The fields of every record: what it was made from, and what replaced it. */
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
