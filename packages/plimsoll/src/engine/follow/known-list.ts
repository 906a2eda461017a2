import { itemId } from "../../conversation/item-id.js";
import { CompactError } from "../../errors/compact-error.js";
import type { CompactionRecord } from "./compaction-record.js";
import type { Engine } from "../engine.js";
import { matchRecord } from "./match-record.js";
import type { SessionState } from "./session-state.js";

/** A list by the ids of its items, with those of them that this process has. */
export interface KnownList<W extends object> {
  readonly ids: readonly string[];
  /** Archived copies may be redacted: their own ids are others. */
  readonly items: ReadonlyMap<string, W>;
}

/** The caller's list if given; otherwise the last list that was sent, returned, or archived. */
export function knownList<W extends object>(
  session: SessionState<W>,
  given: readonly W[] | undefined,
): KnownList<W> {
  const items = given ?? (session.input.length > 0 ? session.input : undefined);
  if (items) {
    // Where a host changed marks or ids since, the items are known by the ids of the compaction's list.
    if (given) matchRecord(session.compactions, given);
    return pairUp(items.map(itemId), items);
  }
  return session.restored
    ? pairUp(session.restored.ids, session.restored.items)
    : { ids: session.compactions.listIds(), items: new Map() };
}

/**
 * The items with these ids: the caller's own objects if this process still has them, otherwise those that the
 * compaction added, otherwise their archived copies.
 */
export async function itemsOf<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  wanted: {
    readonly ids: readonly string[];
    readonly list: KnownList<W>;
    readonly record: CompactionRecord<W>;
  },
): Promise<W[]> {
  const own = new Map<string, W>();
  for (const part of wanted.record.window.layout) if ("item" in part) own.set(part.id, part.item);
  const { newestSource } = session;
  if (newestSource?.recordId === wanted.record.id)
    for (const item of newestSource.items) own.set(itemId(item), item);
  for (const [id, item] of wanted.list.items) own.set(id, item);
  const missing = [...new Set(wanted.ids.filter((id) => !own.has(id)))];
  const archived = await archivedItems(engine, session.sessionId, missing);
  for (const [id, item] of archived) own.set(id, item);
  return wanted.ids.map((id) => own.get(id) ?? refuse(session.sessionId, id));
}

/** Archived items by id: the originals if this manager can read them, otherwise as stored. */
export async function archivedItems<W extends object>(
  engine: Engine<W>,
  sessionId: string,
  ids: readonly string[],
): Promise<Map<string, W>> {
  const items = new Map<string, W>();
  if (ids.length === 0) return items;
  const entries = await engine.storage.find(sessionId, ids);
  for (const [index, id] of ids.entries()) {
    const entry = entries[index];
    if (entry?.kind === "item") items.set(id, entry.data as W);
  }
  for (const [id, item] of await engine.originals.find<W>(sessionId, [...items.keys()])) items.set(id, item);
  return items;
}

function refuse(sessionId: string, id: string): never {
  throw new CompactError(
    "UNKNOWN_ITEM",
    `Item ${id} of session "${sessionId}" is not in the archive; nothing was changed.`,
    { details: { sessionId, itemId: id } },
  );
}

function pairUp<W extends object>(ids: readonly string[], items: readonly W[]): KnownList<W> {
  return { ids, items: new Map(ids.map((id, index) => [id, items[index] as W])) };
}
