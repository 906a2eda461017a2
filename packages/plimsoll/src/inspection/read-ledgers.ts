import { readCheckpoint } from "../engine/commit/stored-checkpoint.js";
import type { CompactionRecord } from "../engine/follow/compaction-record.js";
import { type Checkpoint, SECTION_NAMES, type SectionName } from "../facts/checkpoint/checkpoint.js";
import { renderEntry } from "../facts/checkpoint/render-entry.js";
import { sectionEntries } from "../facts/checkpoint/section-entries.js";
import type { LedgerEntry, LedgerState } from "./ledger-state.js";
import type { OpenedSession } from "./open-session.js";

/** So many of the newest checkpoints are read for the history. */
const MAX_CHECKPOINTS = 40;
const MAX_TEXT = 600;
const MAX_GONE = 200;

interface Stored {
  readonly record: CompactionRecord;
  readonly entries: ReadonlyMap<string, LedgerEntry>;
}

/** What code keeps of a session now, and since when. */
export async function readLedgers({ id, room, history, manager }: OpenedSession): Promise<LedgerState> {
  const now = await (await manager()).checkpoint(id);
  const stored: Stored[] = [];
  for (const record of history.line.standing.slice(-MAX_CHECKPOINTS)) {
    if (record.checkpoint === undefined) continue;
    const checkpoint = await readCheckpoint(room.archive, id, record.checkpoint).catch(() => undefined);
    if (checkpoint) stored.push({ record, entries: entriesIn(checkpoint) });
  }
  const current = entriesIn(now);
  const gone = new Map<string, LedgerEntry>();
  for (const { entries } of stored)
    for (const [key, entry] of entries) if (!current.has(key)) gone.set(key, { ...entry, status: "gone" });
  return {
    objective: now.objective?.text ?? "",
    activeWork: now.activeWork?.text ?? "",
    entries: [...current.values(), ...[...gone.values()].slice(-MAX_GONE)].map((entry) => ({
      ...entry,
      ...lifeOf(entry, stored),
    })),
    history: stored.map(({ record, entries }, index) => ({
      compaction: record.id,
      version: record.version,
      ts: record.ts,
      ...changes(stored[index - 1]?.entries, entries),
    })),
  };
}

function entriesIn(checkpoint: Checkpoint): Map<string, LedgerEntry> {
  const all = SECTION_NAMES.flatMap((section) => entriesOf(checkpoint, section));
  return new Map(all.map((entry) => [entry.id, entry]));
}

function entriesOf<S extends SectionName>(checkpoint: Checkpoint, section: S): LedgerEntry[] {
  return sectionEntries(checkpoint, section).map((entry) => ({
    id: entry.id,
    section,
    text: renderEntry(section, entry).slice(0, MAX_TEXT),
    status: entry.status,
    by: entry.provenance.by,
    items: entry.provenance.items,
    supersededBy: entry.supersededBy ?? null,
    since: null,
    until: null,
  }));
}

function lifeOf({ id }: LedgerEntry, stored: readonly Stored[]): Pick<LedgerEntry, "since" | "until"> {
  const held = stored.filter(({ entries }) => entries.has(id));
  return { since: held[0]?.record.version ?? null, until: held.at(-1)?.record.version ?? null };
}

function changes(
  before: ReadonlyMap<string, LedgerEntry> | undefined,
  after: ReadonlyMap<string, LedgerEntry>,
): { readonly added: number; readonly replaced: number } {
  const added = [...after.keys()].filter((key) => before?.has(key) !== true).length;
  const replaced = [...after.values()].filter(
    ({ id, status }) => status === "superseded" && before?.get(id)?.status === "current",
  ).length;
  return { added, replaced };
}
