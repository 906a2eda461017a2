import { GAP_NOTE } from "../../conversation/own-note.js";
import { contentId, sameContent } from "../../conversation/item-content.js";
import { itemId, listHash } from "../../conversation/item-id.js";
import { sha256 } from "../../text/sha256.js";
import { CompactError } from "../../errors/compact-error.js";
import { archiveItems, archiveText, referenceOf } from "./archive-items.js";
import type { NormalizedUsage } from "../../tokens/usage.js";
import { assemble, isUserSummary, type WindowOrder } from "../summarize/assemble.js";
import type { Fidelity } from "../summarize/check-summary.js";
import type { CompactRequest } from "../compact-request.js";
import { excerptItem } from "../plan/excerpt-item.js";
import { emitEvidence } from "../compaction-events.js";
import {
  type CompactionRecord,
  layoutOf,
  type Projection,
  RECORD_VERSION,
} from "../follow/compaction-record.js";
import type { Trigger } from "../plan/decide.js";
import type { Engine } from "../engine.js";
import { callsOf, type EvidenceOptions, withEvidence } from "../follow/with-evidence.js";
import type { Outline } from "../plan/outline.js";
import { reboundOf } from "../plan/pace.js";
import { sourceHash } from "../follow/match-record.js";
import { evidenceLimit } from "../plan/plan.js";
import type { PlannedCompaction } from "../plan/plan-window.js";
import { redactRecord } from "./redact-record.js";
import type { SessionState } from "../follow/session-state.js";
import { writeSummary, type WrittenSummary } from "../summarize/write-summary.js";

export interface CompactedWindow<W extends object> {
  /** What the summary kept; absent where none was written. */
  readonly fidelity?: Fidelity;
  readonly record: CompactionRecord<W>;
  readonly window: Projection<W>;
  readonly summaryTokens: number;
  /** What the requests to a summarizing model cost; absent where there were none. */
  readonly usage?: readonly NormalizedUsage[];
}

export interface CompactionTask<W extends object> {
  readonly request: CompactRequest<W>;
  readonly planned: PlannedCompaction<W>;
}

/** A plan with all that it needs of the session, which may go on while the summary is written. */
export interface Draft<W extends object> extends CompactionTask<W> {
  readonly sessionId: string;
  /** The version of the summary before. */
  readonly lastVersion: number;
  /** Evidence in place of a kept item; the very item where nothing is replaced. */
  evidence(item: W, origin: number): W;
  /** An item as the caller gave it, where the window holds evidence of it. */
  rawItem(item: W, origin: number): W;
}

/** The window that a plan gives, before anything is stored or swapped. */
export interface DraftedWindow<W extends object> {
  readonly window: Projection<W>;
  readonly tokensAfter: number;
  readonly summary?: WrittenSummary<W>;
}

export function draftOf<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  task: CompactionTask<W>,
): Draft<W> {
  return {
    ...task,
    sessionId: session.sessionId,
    lastVersion: lastVersion(session, task.planned.outline),
    evidence: evidenceFor(engine, session, task),
    rawItem: rawItems(session),
  };
}

/**
 * Summarizes and assembles; the caller's own `given` summary takes the place of one that is written. Undefined where
 * the result would not be smaller.
 */
export async function draftWindow<W extends object>(
  engine: Engine<W>,
  draft: Draft<W>,
  given?: string,
): Promise<DraftedWindow<W> | undefined> {
  const { request, planned } = draft;
  const summary = await summarize(engine, draft, given);
  const window = assemble({
    window: planned.window,
    outline: planned.outline,
    plan: planned.plan,
    ...(summary ? { summary: summary.item } : {}),
    evidence: draft.evidence,
    excerpt: (item, tokens) => excerptItem(engine, item, tokens),
    ...(engine.format.opensWithUser ? { order: orderOf(engine) } : {}),
  });
  const tokensAfter = window.items.reduce((sum, item) => sum + engine.meter.tokens(item), 0);
  if (tokensAfter > request.budget || tokensAfter >= planned.tokensBefore) return undefined;
  return { window, tokensAfter, ...(summary ? { summary } : {}) };
}

const orderOf = <W extends object>({ meter, format }: Engine<W>): WindowOrder<W> => ({
  view: (item) => meter.view(item),
  note: () => format.message("user", GAP_NOTE),
});

/**
 * Carries a plan out: archives, summarizes, assembles, stores the record. The session's own window is not
 * touched; that is the caller's last step, so a failure on the way leaves everything as it was.
 */
export async function carryOut<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  task: CompactionTask<W>,
): Promise<CompactedWindow<W> | undefined> {
  await archiveSource(engine, session, task);
  const draft = draftOf(engine, session, task);
  const drafted = await draftWindow(engine, draft);
  return drafted && storeWindow(engine, session, { draft, drafted });
}

/** Stores a drafted window and its record, after the source was archived. */
export async function storeWindow<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { draft, drafted }: { readonly draft: Draft<W>; readonly drafted: DraftedWindow<W> },
): Promise<CompactedWindow<W>> {
  const { summary } = drafted;
  if (draft.planned.plan.evidenceTokens > 0)
    emitEvidence(engine, session.sessionId, { before: draft.planned.window, after: drafted.window });
  const window = ofInput(drafted.window, session.input);
  const checkpoint = summary?.checkpoint ?? draft.request.checkpoint;
  const stored = session.facts.toEntry(checkpoint, engine.now());
  const made = makeRecord(engine, session, { draft, drafted: { ...drafted, window } });
  const ledgersFrom = session.facts.checkpointId ?? "none";
  const record = { ...made, checkpoint: stored.entry.id, ledgersFrom };
  await archiveItems(engine, session, { items: window.items });
  await engine.storage.append(session.sessionId, [
    stored.entry,
    { kind: "compaction", id: record.id, ts: record.ts, data: redactRecord(record, engine.redactor) },
  ]);
  session.facts.keep(stored);
  return {
    record,
    window,
    summaryTokens: summary?.tokens ?? 0,
    ...(summary ? { fidelity: summary.fidelity } : {}),
    ...(summary?.usage?.length ? { usage: summary.usage } : {}),
  };
}

/** A window with the objects of the caller's list in place of clones of them, which an earlier list had. */
function ofInput<W extends object>({ items, origins }: Projection<W>, input: readonly W[]): Projection<W> {
  const own = items.map((item, position) => {
    const given = input[origins[position] ?? -1];
    return given !== undefined && sameContent(given, item) ? given : item;
  });
  return { items: own, origins };
}

/** Archives what the caller's list holds beyond its base, and what its window is made of. */
export async function archiveSource<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { request, planned }: CompactionTask<W>,
): Promise<void> {
  const items = [...session.input.slice(session.baseLength), ...request.window.items];
  await archiveItems(engine, session, { items, callOf: callsOf(items, engine.meter) });
  const { cut } = planned.plan;
  const message = cut && request.window.items[cut.index];
  if (message) await archiveText(engine, session, message);
}

/** Evidence is made of the raw item where the window holds evidence of it already. */
function evidenceFor<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { request, planned }: CompactionTask<W>,
): (item: W, origin: number) => W {
  const rawItem = rawItems(session);
  const callOf = callsOf(request.window.items, engine.meter);
  const options: Omit<EvidenceOptions<W>, "callOf"> = {
    format: engine.format,
    meter: engine.meter,
    maxTokens: planned.plan.evidenceTokens,
    largerThan: evidenceLimit(planned.plan),
    redact: (text) => engine.redactor.text(text),
    referenceOf: (result) => referenceOf(engine, session, result),
  };
  return (item, origin) => {
    const raw = rawItem(item, origin);
    const evidence = withEvidence(raw, { ...options, callOf: callOf(item) });
    return evidence === raw ? item : evidence;
  };
}

/** Gives what the caller gave, where the window holds evidence of it; the very item otherwise. */
function rawItems<W extends object>(session: SessionState<W>): (item: W, origin: number) => W {
  const input = [...session.input];
  const known = new Map(session.evidence);
  return (item, origin) => {
    if (known.size === 0) return item;
    const given = input[origin];
    return given && known.get(itemId(given)) === item ? given : item;
  };
}

/** The one place that every summary passes, written or given, before a window is made with it. */
async function summarize<W extends object>(
  engine: Engine<W>,
  { request, planned, sessionId, lastVersion: version, rawItem }: Draft<W>,
  given: string | undefined,
): Promise<WrittenSummary<W> | undefined> {
  const { outline: parts, plan: found } = planned;
  if (found.summaryTokens === 0) {
    if (given === undefined) return undefined;
    throw new CompactError("INVALID_INPUT", "This compaction writes no new summary; commit it without one.");
  }
  const { items, origins } = request.window;
  const places = { outline: parts, places: found };
  return writeSummary(engine, {
    sessionId,
    items,
    shown: planned.window.items,
    outline: parts,
    plan: found,
    checkpoint: request.checkpoint,
    unverifiedRules: request.unverifiedRules,
    version: version + 1,
    rawItem: (index) => rawItem(items[index] as W, origins[index] ?? -1),
    asUser: isUserSummary(items, (item) => engine.meter.view(item), places),
    ...(request.note === undefined ? {} : { note: request.note }),
    ...(request.signal ? { signal: request.signal } : {}),
    ...(given === undefined ? {} : { given }),
  });
}

/** Versions have six digits, and an adopted summary may claim any. */
const MOST_ADOPTED_VERSION = 900_000;

/** The N of the summary that stands in the window, or stood in it last; 0 where none was written yet. */
const lastVersion = <W extends object>(session: SessionState<W>, parts: Outline): number =>
  Math.max(Math.min(parts.summary?.version ?? 0, MOST_ADOPTED_VERSION), session.base.record?.version ?? 0);

/** The summary's body, cut out of its message where it stands in it: records are kept, and the message is in them. */
function bodyOf<W extends object>(engine: Engine<W>, { summary }: DraftedWindow<W>): string | undefined {
  if (!summary) return undefined;
  const { item, body } = summary;
  const { text } = engine.meter.view(item);
  const start = text.indexOf(body);
  return start < 0 ? body : text.slice(start, start + body.length);
}

function makeRecord<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { draft, drafted }: { readonly draft: Draft<W>; readonly drafted: DraftedWindow<W> },
): CompactionRecord<W> {
  const { planned, request } = draft;
  const { window: next, summary } = drafted;
  const rebound = reboundOf(session, request.window, planned.outline);
  const version = draft.lastVersion + (summary ? 1 : 0);
  return {
    ...recordBase(engine, session, { next, version, trigger: request.trigger }),
    rung: planned.plan.rung,
    template: summary?.template ?? "none",
    summarizer: summary?.summarizer ?? "none",
    removed: [...request.setAside, ...removedItems(draft)].map(itemId),
    summary: bodyOf(engine, drafted) ?? planned.outline.summary?.body ?? "",
    tokensBefore: request.tokensGiven,
    tokensAfter: drafted.tokensAfter,
    ...(rebound ? { rebound } : {}),
  };
}

/** What a record says of every compaction: what it was made from, and what took its place. */
export function recordBase<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  input: { readonly next: Projection<W>; readonly version: number; readonly trigger: Trigger },
): Pick<
  CompactionRecord<W>,
  "recordVersion" | "id" | "version" | "parent" | "ts" | "format" | "trigger" | "source" | "window"
> {
  const { next, version, trigger } = input;
  const source = session.input;
  const { kind, record: parent } = session.base;
  const added = source.slice(session.baseLength);
  const ids = added.map(itemId);
  const baseHash =
    kind === "none" || !parent ? "" : kind === "source" ? parent.source.hash : parent.window.hash;
  const hash = sourceHash(baseHash, ids);
  const windowHash = listHash(next.items.map(itemId));
  const base =
    kind === "none" || !parent ? { content: "" } : kind === "source" ? parent.source : parent.window;
  // What goes on from a record of an earlier release is known by its ids alone.
  const content =
    base.content === undefined ? {} : { content: sourceHash(base.content, added.map(contentId)) };
  return {
    recordVersion: RECORD_VERSION,
    id: `cmp_${sha256(`${session.sessionId}\n${version}\n${hash}\n${windowHash}`).slice(0, 24)}`,
    version,
    ...(parent && kind !== "none" ? { parent: parent.id } : {}),
    ts: engine.now(),
    format: engine.format.name,
    trigger,
    source: { base: parent ? kind : "none", length: source.length, hash, ...content, ids },
    window: {
      length: next.items.length,
      hash: windowHash,
      content: listHash(next.items.map(contentId)),
      layout: layoutOf(next, source),
    },
  };
}

/** What leaves the window by a plan, oldest first. */
export function removedItems<W extends object>({ request, planned }: CompactionTask<W>): W[] {
  return planned.plan.remainder
    .flatMap((position) => planned.outline.blocks[position]?.indexes ?? [])
    .sort((a, b) => a - b)
    .map((index) => request.window.items[index] as W);
}
