import type { StoredEntry } from "../../stores/storage-adapter.js";
import { archiveItems } from "../commit/archive-items.js";
import type { CompactionRecord } from "./compaction-record.js";
import type { Engine } from "../engine.js";
import { matchRecord } from "./match-record.js";
import { createSession, type SessionState } from "./session-state.js";
import { checkpointEntry, readStoredCheckpoint, type StoredCheckpoint } from "../commit/stored-checkpoint.js";

/**
 * Copies to a new session what another one compacted of a shared list: the compactions, the state at that time,
 * and the items of the list. Nothing that the other session received later. False if there is nothing to copy.
 */
export async function forkSession<W extends object>(
  engine: Engine<W>,
  source: SessionState<W>,
  target: { readonly sessionId: string; readonly items: readonly W[] },
): Promise<boolean> {
  const { standing } = source.compactions;
  const match = matchRecord(source.compactions, target.items);
  if (match?.kind !== "source") return false;
  const entries = await entriesOf(engine, source.sessionId, lineOf(match.record, standing));
  if (!entries) return false;
  const items = target.items.slice(0, match.record.source.length);
  await archiveItems(engine, createSession<W>(target.sessionId), { items, list: items });
  await engine.storage.append(target.sessionId, entries);
  return true;
}

/** The entries of compactions and of their checkpoints, rebased on each other; undefined if one is gone. */
async function entriesOf<W extends object>(
  { storage }: Engine<W>,
  sessionId: string,
  line: readonly CompactionRecord<W>[],
): Promise<StoredEntry[] | undefined> {
  const entries: StoredEntry[] = [];
  let before: StoredCheckpoint | undefined;
  for (const { id, checkpoint } of line) {
    const [record] = await storage.find(sessionId, [id]);
    if (!record) return undefined;
    if (checkpoint !== undefined) {
      const stored = await readStoredCheckpoint(storage, sessionId, checkpoint);
      if (!stored) return undefined;
      const made = checkpointEntry({ ...stored, ts: record.ts }, before);
      entries.push(made.entry);
      before = made.stored;
    }
    entries.push(record);
  }
  return entries;
}

/** A compaction and those it builds on, oldest first. */
function lineOf<W extends object>(
  record: CompactionRecord<W>,
  records: readonly CompactionRecord<W>[],
): CompactionRecord<W>[] {
  const line = [record];
  for (let next = record; next.parent !== undefined; ) {
    const parent = records.find(({ id }) => id === next.parent);
    if (!parent) break;
    line.unshift(parent);
    next = parent;
  }
  return line;
}
