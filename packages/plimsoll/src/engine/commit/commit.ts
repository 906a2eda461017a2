import { sameContent } from "../../conversation/same-content.js";
import { itemId } from "../../conversation/item-id.js";
import type { Checkpoint } from "../../facts/checkpoint/checkpoint.js";
import type { CompactionReport } from "../compact-result.js";
import type { AssembledCompaction, PlannedCompaction, WrittenSummary } from "../compaction.js";
import type { Engine } from "../engine.js";
import { type CompactionRecord, type Projection, recordBase } from "../follow/compaction-record.js";
import type { SessionState } from "../follow/session-state.js";
import type { WindowIndex } from "../follow/window-index.js";
import { pinning } from "../plan/pinning.js";
import { archiveCompaction } from "./archive-items.js";

/** A compaction that is stored, and the window that it left. */
export interface Committed<W extends object> {
  readonly index: WindowIndex<W>;
  readonly items: readonly W[];
  readonly report: CompactionReport;
}

/** Stores a compaction and makes its window the session's. */
export async function commit<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  done: AssembledCompaction<W>,
): Promise<Committed<W>> {
  if (done.plan.evidenceTokens > 0) tellEvidence(engine, done);
  const next = ofInput(done.next, session.input);
  return commitRecord(engine, session, {
    next,
    record: recordOf(engine, session, { ...done, next }),
    checkpoint: done.summary?.checkpoint ?? done.checkpoint,
    ...(done.summary ? { summary: done.summary } : {}),
  });
}

export interface CommitInput<W extends object> {
  readonly next: Projection<W>;
  readonly record: CompactionRecord<W>;
  readonly checkpoint: Checkpoint;
  readonly summary?: WrittenSummary<W>;
  /** The record without secrets. @default as `redactRecord` makes it */
  storable?(record: CompactionRecord<W>): CompactionRecord<W>;
}

/**
 * Stores the window, the checkpoint and the record, then swaps the window: a crash between any two steps loses nothing.
 *
 * @throws CompactError `STORE_UNAVAILABLE`; the window is as it was then.
 */
export async function commitRecord<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  input: CommitInput<W>,
): Promise<Committed<W>> {
  const { next, summary } = input;
  const { sessionId } = session;
  const stored = session.facts.toEntry(input.checkpoint, engine.now());
  const record = { ...input.record, checkpoint: stored.entry.id, ledgersFrom: stored.ledgersFrom };
  await archiveCompaction(engine, session, {
    items: next.items,
    checkpoint: stored.entry,
    record,
    storable: input.storable?.(record),
  });
  session.facts.keep(stored);
  await engine.archiveEvents(sessionId);
  const { isProtected } = pinning(engine, session);
  const index = session.commit(record, next, { meter: engine.meter, isProtected });
  return { index, items: next.items, report: reportOf(record, next, summary) };
}

/** A window with the objects of the caller's list in place of clones of them, which an earlier list had. */
function ofInput<W extends object>({ items, origins }: Projection<W>, input: readonly W[]): Projection<W> {
  const own = items.map((item, position) => {
    const given = input[origins[position] ?? -1];
    return given !== undefined && sameContent(given, item) ? given : item;
  });
  return { items: own, origins };
}

function recordOf<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  done: AssembledCompaction<W>,
): CompactionRecord<W> {
  const { plan, outline, summary, next } = done;
  const version = done.lastVersion + (summary ? 1 : 0);
  const last = session.base.record;
  return {
    ...recordBase(session, {
      next,
      version,
      trigger: done.decision.trigger,
      format: engine.format.name,
      ts: engine.now(),
    }),
    rung: plan.rung,
    template: summary?.template ?? "none",
    summarizer: summary?.summarizer ?? "none",
    removed: [...done.setAside, ...removedItems(done)].map(itemId),
    summary: summary ? bodyOf(engine, summary) : (outline.summary?.body ?? ""),
    tokensBefore: done.tokensGiven,
    tokensAfter: done.tokensAfter,
    ...(last
      ? {
          rebound: {
            tokens: Math.max(0, outline.totalTokens - last.tokensAfter),
            turns: done.growth.turns,
          },
        }
      : {}),
  };
}

/**
 * The summary's body, as a slice of its message if possible: records are kept, and they include the message.
 */
function bodyOf<W extends object>(engine: Engine<W>, { item, body }: WrittenSummary<W>): string {
  const { text } = engine.meter.view(item);
  const start = text.indexOf(body);
  return start < 0 ? body : text.slice(start, start + body.length);
}

/** The items that a plan removes from the window, oldest first. */
export function removedItems<W extends object>({ plan, outline, window }: PlannedCompaction<W>): W[] {
  return plan.remainder
    .flatMap((position) => outline.blocks[position]?.indexes ?? [])
    .sort((a, b) => a - b)
    .map((index) => window.items[index] as W);
}

function reportOf<W extends object>(
  record: CompactionRecord<W>,
  next: Projection<W>,
  summary: WrittenSummary<W> | undefined,
): CompactionReport {
  return {
    id: record.id,
    version: record.version,
    rung: record.rung,
    template: record.template,
    summarizer: record.summarizer,
    by: record.remote ? "remote" : "local",
    summary: record.summary,
    summaryTokens: summary?.tokens ?? 0,
    tokensBefore: record.tokensBefore,
    tokensAfter: record.tokensAfter,
    kept: next.items.length,
    removed: record.removed,
    ...(summary ? { fidelity: summary.fidelity } : {}),
    ...(summary?.usage?.length ? { usage: summary.usage } : {}),
    ...(record.rebound ? { rebound: record.rebound } : {}),
  };
}

/** Reports how many outputs became evidence, if any did. */
function tellEvidence<W extends object>(engine: Engine<W>, done: AssembledCompaction<W>): void {
  const { shown: before, next: after, sessionId } = done;
  const given = new Map(before.origins.map((origin, position) => [origin, before.items[position] as W]));
  let [count, freed] = [0, 0];
  after.items.forEach((item, position) => {
    const original = given.get(after.origins[position] ?? -1);
    if ((after.origins[position] ?? -1) < 0 || original === undefined || original === item) return;
    count++;
    freed += engine.meter.tokens(original) - engine.meter.tokens(item);
  });
  if (count > 0) engine.events.emit(sessionId, { event: "compact.evidence_applied", count, t_freed: freed });
}
