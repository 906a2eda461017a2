import { BoundedMap } from "../collections/bounded-map.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import type { ArchivedItem, ArchivedSession } from "./archived-items.js";
import { itemParts } from "./item-parts.js";
import { PassageIndex } from "./ranking/passage-index.js";

/** Indexes that are held for the next search, of the sessions that were searched last. */
const HELD_INDEXES = 4;
/** Documents that are gone may stay in an index until there are as many as those that are left, and so many more. */
const GONE_DOCUMENTS = 1000;

/** The index of a session's archive. Ids come from the content: what is indexed once stays true. */
export interface SessionIndex {
  readonly passages: PassageIndex;
  /** The artifacts that each item refers to. */
  readonly references: Map<string, readonly string[]>;
}

const heldIndexes = new WeakMap<StorageAdapter, BoundedMap<string, SessionIndex>>();

/** The index of a session with all of these items in it; only those that are new are read. */
export function sessionIndex(session: ArchivedSession, items: readonly ArchivedItem[]): SessionIndex {
  const { archive, sessionId, format } = session;
  const held = heldIndexes.get(archive.transcript) ?? new BoundedMap<string, SessionIndex>(HELD_INDEXES);
  heldIndexes.set(archive.transcript, held);
  const key = JSON.stringify([archive.tenant, sessionId, format.name]);
  const index = usable(held.get(key), items.length) ?? {
    passages: new PassageIndex(),
    references: new Map(),
  };
  held.set(key, index);
  for (const { entry, view } of items) {
    if (index.passages.has(entry.id)) continue;
    index.passages.add(entry.id, itemParts(view));
    index.references.set(entry.id, archive.artifactsOf(entry));
  }
  return index;
}

function usable(index: SessionIndex | undefined, items: number): SessionIndex | undefined {
  return index && index.references.size <= items * 2 + GONE_DOCUMENTS ? index : undefined;
}
