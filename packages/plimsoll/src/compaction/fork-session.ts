import type { StoredEntry } from "../stores/storage-adapter.js";
import { archiveItems } from "./archive.js";
import type { CompactionRecord } from "./compaction-record.js";
import type { Engine } from "./engine.js";
import { callsOf } from "./evidence.js";
import { matchRecord } from "./match-record.js";
import { SessionState } from "./session-state.js";

/**
 * Gives a new session what another one compacted of a list that both go on from: the compactions, the state of that time,
 * and the items of the list. Nothing of what the other session was told since. False where there is nothing to give.
 */
export async function forkSession<W extends object>(
  engine: Engine<W>,
  source: SessionState<W>,
  target: { readonly sessionId: string; readonly items: readonly W[] },
): Promise<boolean> {
  const { standing } = source.compactions;
  const match = matchRecord(source.compactions, target.items);
  if (match?.kind !== "source") return false;
  const line = lineOf(match.record, standing);
  const ids = line.flatMap(({ checkpoint, id }) => (checkpoint === undefined ? [id] : [checkpoint, id]));
  const found = await engine.storage.find(source.sessionId, ids);
  const entries = found.filter((entry): entry is StoredEntry => entry !== undefined);
  if (entries.length < ids.length) return false;
  const items = target.items.slice(0, match.record.source.length);
  const callOf = callsOf(items, engine.meter);
  await archiveItems(engine, new SessionState<W>(target.sessionId), { items, callOf });
  await engine.storage.append(target.sessionId, entries);
  return true;
}

/** A compaction and those that it goes on from, oldest first. */
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
