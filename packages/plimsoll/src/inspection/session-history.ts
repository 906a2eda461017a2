import type { CompactEvent } from "../events/compact-event.js";
import { CompactionLine } from "../engine/follow/compaction-line.js";
import { type CompactionRecord, RECORD_VERSION } from "../engine/follow/compaction-record.js";
import type { StoredEntry } from "../stores/storage-adapter.js";
import type { InspectionRoom } from "./inspection-room.js";

/** What was archived and heard of a session: its compactions, its events. */
export interface SessionHistory {
  readonly line: CompactionLine<object>;
  /** All of them, also undone ones, oldest first. */
  readonly records: readonly CompactionRecord[];
  readonly standing: ReadonlySet<string>;
  readonly events: readonly CompactEvent[];
}

/** Reads it; live events that are not archived yet follow the archived ones. */
export async function sessionHistory(room: InspectionRoom, sessionId: string): Promise<SessionHistory> {
  const entries = await room.archive.transcript.read(sessionId, ["compaction", "undo", "redo", "event"]);
  const line = new CompactionLine<object>();
  const records = new Map<string, CompactionRecord>();
  for (const entry of entries) takeIn(entry, line, records);
  const archived = entries.filter(({ kind }) => kind === "event").map(({ data }) => data as CompactEvent);
  const known = new Set(archived.map((event) => JSON.stringify(event)));
  const heard = (room.feed?.eventsOf(sessionId) ?? []).filter((event) => !known.has(JSON.stringify(event)));
  return {
    line,
    records: [...records.values()],
    standing: new Set(line.standing.map(({ id }) => id)),
    events: [...archived, ...heard],
  };
}

function takeIn(
  { kind, data }: StoredEntry,
  line: CompactionLine<object>,
  records: Map<string, CompactionRecord>,
): void {
  if (kind === "undo") line.undo((data as { compaction: string }).compaction);
  if (kind === "redo") line.redo((data as { compaction: string }).compaction);
  if (kind !== "compaction") return;
  const record = data as CompactionRecord;
  if (record.recordVersion !== RECORD_VERSION) return;
  line.add(record);
  records.delete(record.id);
  records.set(record.id, record);
}
