import { itemId, listHash } from "../conversation/item-id.js";
import { sha256 } from "../conversation/sha256.js";
import { archiveItems } from "./archive.js";
import { assemble, summaryPosition } from "./assemble.js";
import type { CompactRequest } from "./compact-request.js";
import { emitEvidence } from "./compaction-events.js";
import { type CompactionRecord, layoutOf, type Projection, RECORD_VERSION } from "./compaction-record.js";
import type { Engine } from "./engine.js";
import { callsOf, withEvidence } from "./evidence.js";
import type { Outline } from "./outline.js";
import { sourceHash } from "./match-record.js";
import type { PlannedCompaction } from "./plan-window.js";
import type { SessionState } from "./session-state.js";
import { writeSummary, type WrittenSummary } from "./write-summary.js";

export interface CompactedWindow<W extends object> {
  readonly record: CompactionRecord<W>;
  readonly window: Projection<W>;
  readonly summaryTokens: number;
}

/**
 * Carries a plan out: archives, summarizes, assembles, stores the record. The session's own window is not
 * touched; that is the caller's last step, so a failure on the way leaves everything as it was.
 */
export async function carryOut<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  task: { readonly request: CompactRequest<W>; readonly planned: PlannedCompaction },
): Promise<CompactedWindow<W> | undefined> {
  const { request, planned } = task;
  const { window } = request;
  await archiveItems(engine, session, [...session.input.slice(baseLength(session)), ...window.items]);
  const summary = await summarize(engine, session, task);
  const next = assemble({
    window,
    outline: planned.outline,
    plan: planned.plan,
    ...(summary ? { summary: summary.item } : {}),
    evidence: evidenceFor(engine, session, { window, maxTokens: planned.plan.evidenceTokens }),
  });
  if (planned.plan.evidenceTokens > 0)
    emitEvidence(engine, session.sessionId, { before: window, after: next });
  const tokensAfter = next.items.reduce((sum, item) => sum + engine.meter.tokens(item), 0);
  if (tokensAfter > request.budget || tokensAfter >= planned.outline.totalTokens) return undefined;
  const record = makeRecord(engine, session, { ...task, next, tokensAfter, ...(summary ? { summary } : {}) });
  await archiveItems(engine, session, next.items);
  await engine.storage.append(session.sessionId, [
    { kind: "compaction", id: record.id, ts: record.ts, data: engine.redactor.value(record) },
  ]);
  return { record, window: next, summaryTokens: summary?.tokens ?? 0 };
}

/** Evidence is made of the raw item where the window holds evidence of it already. */
function evidenceFor<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { window, maxTokens }: { readonly window: Projection<W>; readonly maxTokens: number },
): (item: W, origin: number) => W {
  const callOf = callsOf(window.items, engine.meter);
  const redact = (text: string): string => engine.redactor.text(text);
  return (item, origin) => {
    const raw = rawItem(session, item, origin);
    const evidence = withEvidence(raw, { ...engine, maxTokens, callOf, redact });
    return evidence === raw ? item : evidence;
  };
}

/** What the caller gave, where the window holds evidence of it; the very item otherwise. */
function rawItem<W extends object>(session: SessionState<W>, item: W, origin: number): W {
  if (session.evidence.size === 0) return item;
  const given = session.input[origin];
  return given && session.evidence.get(itemId(given)) === item ? given : item;
}

async function summarize<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { request, planned }: { readonly request: CompactRequest<W>; readonly planned: PlannedCompaction },
): Promise<WrittenSummary<W> | undefined> {
  const { outline: parts, plan: found } = planned;
  if (found.summaryTokens === 0) return undefined;
  const { items, origins } = request.window;
  const before = items.slice(0, summaryPosition(parts, found)).map((item) => engine.meter.view(item).role);
  return writeSummary(engine, {
    sessionId: session.sessionId,
    items,
    outline: parts,
    plan: found,
    version: lastVersion(session, parts) + 1,
    rawItem: (index) => rawItem(session, items[index] as W, origins[index] ?? -1),
    opensConversation: before.every((role) => role === "system" || role === "developer"),
    ...(request.note === undefined ? {} : { note: request.note }),
    ...(request.signal ? { signal: request.signal } : {}),
  });
}

/** How much of the caller's list an earlier compaction has recorded and archived already. */
function baseLength<W extends object>(session: SessionState<W>): number {
  const { kind, record } = session.base;
  if (kind === "none" || !record) return 0;
  return kind === "source" ? record.source.length : record.window.length;
}

/** The N of the summary that stands in the window, or stood in it last; 0 where none was written yet. */
const lastVersion = <W extends object>(session: SessionState<W>, parts: Outline): number =>
  Math.max(parts.summary?.version ?? 0, session.base.record?.version ?? 0);

interface RecordInput<W extends object> {
  readonly request: CompactRequest<W>;
  readonly planned: PlannedCompaction;
  readonly next: Projection<W>;
  readonly tokensAfter: number;
  readonly summary?: WrittenSummary<W>;
}

function makeRecord<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  input: RecordInput<W>,
): CompactionRecord<W> {
  const { planned, next, summary } = input;
  const source = session.input;
  const { kind, record: parent } = session.base;
  const ids = source.slice(baseLength(session)).map(itemId);
  const baseHash =
    kind === "none" || !parent ? "" : kind === "source" ? parent.source.hash : parent.window.hash;
  const hash = sourceHash(baseHash, ids);
  const version = lastVersion(session, planned.outline) + (summary ? 1 : 0);
  const windowHash = listHash(next.items.map(itemId));
  return {
    recordVersion: RECORD_VERSION,
    id: `cmp_${sha256(`${session.sessionId}\n${version}\n${hash}\n${windowHash}`).slice(0, 24)}`,
    version,
    ...(parent && kind !== "none" ? { parent: parent.id } : {}),
    ts: engine.now(),
    format: engine.format.name,
    trigger: input.request.trigger,
    rung: planned.plan.rung,
    template: summary?.template ?? "none",
    summarizer: summary?.summarizer ?? "none",
    source: { base: parent ? kind : "none", length: source.length, hash, ids },
    window: { length: next.items.length, hash: windowHash, layout: layoutOf(next, source) },
    removed: [...input.request.setAside.map(itemId), ...removedItems(input).map(itemId)],
    summary: summary?.body ?? planned.outline.summary?.body ?? "",
    tokensBefore: planned.outline.totalTokens,
    tokensAfter: input.tokensAfter,
  };
}

function removedItems<W extends object>({ request, planned }: RecordInput<W>): W[] {
  return planned.plan.remainder
    .flatMap((position) => planned.outline.blocks[position]?.indexes ?? [])
    .sort((a, b) => a - b)
    .map((index) => request.window.items[index] as W);
}
