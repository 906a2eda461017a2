import type { CompactEvent } from "../events/compact-event.js";
import { CompactError } from "../errors/compact-error.js";
import { readCheckpoint } from "../engine/commit/stored-checkpoint.js";
import type { CompactionRecord } from "../engine/follow/compaction-record.js";
import type { Checkpoint, Speaker } from "../facts/checkpoint/checkpoint.js";
import { viewTexts } from "../facts/verification/view-texts.js";
import { checkFidelity } from "./check-fidelity.js";
import type { CompactionDetail, CompactionRow, ComparedPage, ComparedRow } from "./compaction-detail.js";
import { type CompactionSize, compactionSizes } from "./compaction-sizes.js";
import { explainSummary, type SourceText } from "./explain-summary.js";
import { isEvent } from "./is-event.js";
import { itemRow, type RowMaker } from "./item-row.js";
import type { OpenedSession } from "./open-session.js";
import { type PageQuery, pageOf } from "./read-transcript.js";

export function compactionRow(
  record: CompactionRecord,
  standing: ReadonlySet<string>,
  sizes: ReadonlyMap<string, CompactionSize>,
): CompactionRow {
  const { id, version, ts, trigger, rung, summarizer } = record;
  const size = sizes.get(id);
  return {
    id,
    version,
    ts,
    trigger,
    rung,
    summarizer,
    by: record.remote ? "remote" : "local",
    undone: !standing.has(id),
    tokensBefore: size?.before ?? record.tokensBefore,
    tokensAfter: size?.after ?? record.tokensAfter,
    removed: record.removed.length,
    parent: record.parent ?? null,
  };
}

/** Everything about one compaction, from what was stored with it. */
export async function readCompaction(
  session: OpenedSession,
  compactionId: string,
): Promise<CompactionDetail> {
  const { id, history, rows, room } = session;
  const record = recordOf(session, compactionId);
  const checkpoint =
    record.checkpoint === undefined ? undefined : await readCheckpoint(room.archive, id, record.checkpoint);
  const items = await itemsOf(session, record);
  const removed = record.removed.flatMap((itemId) => items.get(itemId) ?? []);
  const source = history.line.sourceIds(record);
  const body = rows.redactor.text(record.summary);
  return {
    ...compactionRow(record, history.standing, compactionSizes(history)),
    tokensGiven: record.tokensBefore,
    template: record.template,
    itemsBefore: source.length,
    itemsAfter: record.window.length,
    summary: body === "" ? [] : explainSummary(body, checkpoint, sourcesIn(items, rows)),
    fidelity: checkpoint && body !== "" ? fidelityOf(session, record, { checkpoint, removed, items }) : null,
    events: eventsOf(history.events, record),
    rebound: record.rebound ?? null,
  };
}

/** The list before and the window after, side by side: what stayed stands beside itself. */
export async function readCompared(
  session: OpenedSession,
  compactionId: string,
  query: PageQuery,
): Promise<ComparedPage> {
  const record = recordOf(session, compactionId);
  const source = session.history.line.sourceIds(record);
  const plan = compared(record, source);
  const [start, end] = pageOf(query, plan.length);
  const items = await itemsOf(session, record);
  const rowOf = (id: string | null) => {
    const item = id === null ? undefined : items.get(id);
    return id === null || item === undefined ? null : itemRow(id, item, session.rows);
  };
  return {
    total: plan.length,
    offset: start,
    rows: plan.slice(start, end).map(({ fate, before, after }) => ({
      fate,
      before: rowOf(before),
      after: rowOf(after),
    })),
  };
}

interface Pairing {
  readonly fate: ComparedRow["fate"];
  readonly before: string | null;
  readonly after: string | null;
}

function compared(record: CompactionRecord, source: readonly string[]): Pairing[] {
  const rows: Pairing[] = [];
  let next = 0;
  const leave = (end: number): void => {
    for (; next < end; next++) rows.push({ fate: "removed", before: source[next] ?? null, after: null });
  };
  for (const part of record.window.layout) {
    if ("item" in part) {
      if (part.origin >= next) leave(part.origin);
      const isShort = part.origin >= 0;
      rows.push({
        fate: isShort ? "shortened" : "added",
        before: isShort ? (source[part.origin] ?? null) : null,
        after: part.id,
      });
      if (part.origin >= next) next = part.origin + 1;
    } else {
      leave(part[0]);
      for (let index = part[0]; index < part[1]; index++)
        rows.push({ fate: "kept", before: source[index] ?? null, after: source[index] ?? null });
      next = Math.max(next, part[1]);
    }
  }
  leave(source.length);
  return rows;
}

function recordOf({ id, history }: OpenedSession, compactionId: string): CompactionRecord {
  const record = history.records.find((other) => other.id === compactionId);
  if (record) return record;
  throw new CompactError(
    "UNKNOWN_ITEM",
    `Session "${id}" has no compaction "${compactionId.slice(0, 200)}".`,
    {
      details: { sessionId: id, compactionId },
    },
  );
}

/** The items before and after a compaction, by id. */
async function itemsOf(
  { id, room, history }: OpenedSession,
  record: CompactionRecord,
): Promise<ReadonlyMap<string, object>> {
  const items = new Map<string, object>();
  for (const other of history.line.lineOf(record))
    for (const part of other.window.layout) if ("item" in part) items.set(part.id, part.item);
  const wanted = [...new Set([...history.line.sourceIds(record), ...record.removed])].filter(
    (itemId) => !items.has(itemId),
  );
  const entries = await room.archive.find(id, wanted);
  entries.forEach((entry, index) => {
    if (entry?.kind === "item") items.set(wanted[index] as string, entry.data as object);
  });
  return items;
}

const SPEAKERS: Readonly<Record<string, Speaker>> = { user: "user", tool: "tool" };

function sourcesIn(items: ReadonlyMap<string, object>, { view }: RowMaker): SourceText[] {
  return [...items].map(([id, item]) => {
    const seen = view(item);
    return { id, by: SPEAKERS[seen.role] ?? "assistant", texts: viewTexts([seen]) };
  });
}

interface FidelitySource {
  readonly checkpoint: Checkpoint;
  readonly removed: readonly object[];
  readonly items: ReadonlyMap<string, object>;
}

function fidelityOf(
  { history, rows }: OpenedSession,
  record: CompactionRecord,
  { checkpoint, removed, items }: FidelitySource,
) {
  const views = (list: readonly object[]) => list.map((item) => rows.view(item));
  const kept = history.line.windowIds(record).flatMap((id) => items.get(id) ?? []);
  const others = views(kept).filter(({ text }) => record.summary === "" || !text.includes(record.summary));
  return checkFidelity({ checkpoint, summary: record.summary, kept: others, removed: views(removed) });
}

const TOLD = new Set([
  "compact.token_estimate",
  "compact.trigger_decision",
  "compact.cost",
  "compact.policy_applied",
  "compact.summary_created",
  "compact.summary_usage",
  "compact.verified",
  "compact.evidence_applied",
]);

/** What was told of a compaction: the newest event of each kind before it was done. */
function eventsOf(events: readonly CompactEvent[], record: CompactionRecord): CompactionDetail["events"] {
  const end = events.findIndex(
    (event) => isEvent(event, "compact.compacted") && event.compaction_id === record.id,
  );
  const found: Record<string, Readonly<Record<string, unknown>>> = {};
  for (let index = end; index >= 0; index--) {
    const event = events[index] as CompactEvent;
    if (index !== end && event.event === "compact.compacted") break;
    // The measure right before the end is the window after it.
    const isAfter = event.event === "compact.token_estimate" && index > end - 3;
    if (TOLD.has(event.event) && !isAfter) found[event.event] ??= { ...event };
  }
  const done = events[end];
  return done ? { ...found, "compact.compacted": { ...done } } : found;
}
