import { inTurns } from "../collections/in-turns.js";
import { GAP_NOTE } from "../conversation/is-own-note.js";
import { CompactError } from "../errors/compact-error.js";
import { jsonText } from "../text/json-text.js";
import { normalizeUsage } from "../tokens/normalize-usage.js";
import type { Call } from "./call.js";
import { archiveSource, isStoreFailure, refuseUnarchived } from "./commit/archive-items.js";
import { commit, type Committed } from "./commit/commit.js";
import { compactAtProvider, remoteFor } from "./commit/compact-at-provider.js";
import { leaveProviderWindow } from "./commit/leave-provider-window.js";
import type { PreflightOptions } from "./compact-config.js";
import type { CompactResult } from "./compact-result.js";
import type { AssembledCompaction, Compaction, PlannedCompaction, WrittenSummary } from "./compaction.js";
import type { Engine } from "./engine.js";
import { followList } from "./follow/follow-list.js";
import { measure, type Measurement } from "./follow/measure.js";
import type { Outline } from "./plan/outline.js";
import type { SessionState } from "./follow/session-state.js";
import type { WindowIndex } from "./follow/window-index.js";
import { type Decision, decide } from "./plan/decide.js";
import { excerptItem } from "./plan/excerpt-item.js";
import { findPlan, insufficientBudget } from "./plan/find-plan.js";
import { topUp, withBlocks } from "./plan/top-up.js";
import { weighCost } from "./plan/weigh-cost.js";
import { assemble } from "./summarize/assemble.js";
import { movedSummary, writeSummary } from "./summarize/write-summary.js";

/** Ids beyond these are in the compaction's record only. */
const MAX_IDS = 200;

export interface CompactInput<W extends object> {
  readonly call: Call<W>;
  /** Commits a prepared compaction if this call has to compact; undefined if it no longer applies. */
  takeOver?(decision: Decision): Promise<CompactResult<W> | undefined>;
  /** The provider was asked to compact for this call already, or is not to be asked. */
  readonly providerAsked?: boolean;
}

/**
 * One call of the manager, in order: follow the list, measure, decide; then plan, summarize and verify, assemble,
 * commit. Returns the list to send.
 */
export async function compact<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { call, takeOver, providerAsked: wasAsked = false }: CompactInput<W>,
): Promise<CompactResult<W>> {
  const providerAsked = (await leaveProviderWindow(engine, session, call)) || wasAsked;
  const compaction = await examineQuietly(engine, session, call);
  if (call.options.pause) await call.options.pause();
  const asksProvider = remoteFor(engine, call) !== undefined && !providerAsked;
  const stays = compaction.decision.action === "none";
  // A decision to compact here is told with the numbers of its plan.
  if (stays || asksProvider) tellDecision(engine, compaction);
  if (stays) return unchanged(session, compaction);
  const atProvider = asksProvider
    ? await ifArchivable(() => compactAtProvider(engine, session, compaction))
    : undefined;
  if (typeof atProvider === "object" && "report" in atProvider)
    return finish(engine, session, { compaction, committed: atProvider });
  const here = await takeOverOrCompact(engine, session, { compaction, takeOver });
  return typeof atProvider === "object" ? { ...here, remoteFailed: atProvider.failed } : here;
}

/** Commits what was prepared, where that still applies; compacts here otherwise. */
async function takeOverOrCompact<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  input: {
    readonly compaction: Compaction<W>;
    readonly takeOver: CompactInput<W>["takeOver"] | undefined;
  },
): Promise<CompactResult<W>> {
  const { compaction, takeOver } = input;
  if (!takeOver || compaction.decision.trigger === "overflow")
    return compactHere(engine, session, compaction);
  const taken = await takeOver(compaction.decision);
  // The usage was taken in already.
  const { usage: _, ...options } = compaction.call.options;
  const call = { ...compaction.call, options };
  return taken ?? compact(engine, session, { call, providerAsked: true });
}

/** Follows the list of a call, measures it, decides and tells the decision. Does not decide whether it is sent. */
export async function examine<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  call: Call<W>,
): Promise<Compaction<W>> {
  const compaction = await examineQuietly(engine, session, call);
  tellDecision(engine, compaction);
  return compaction;
}

async function examineQuietly<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  call: Call<W>,
): Promise<Compaction<W>> {
  const { index, overflow, max, ...followed } = await followList(engine, session, call);
  if (call.options.pause) await call.options.pause();
  const measurement = measured(engine, session, { options: call.options, index, max });
  const last = index.items.at(-1);
  const reason: unknown = call.shouldCompact?.(measurement);
  const decision = decide({
    measurement,
    policy: engine.policy,
    atTurnBoundary: last !== undefined && engine.meter.view(last).role === "user",
    manual: call.manual,
    overflow,
    held: session.compactions.redoable !== undefined,
    preparing: call.options.preparing === true,
    ...(typeof reason === "string" ? { programmatic: reason } : {}),
  });
  return { sessionId: session.sessionId, call, window: index, ...followed, measurement, decision };
}

/** Plans, summarizes and commits. If the result is not smaller, tries once more without any old outputs. */
async function compactHere<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  compaction: Compaction<W>,
): Promise<CompactResult<W>> {
  const { decision, measurement } = compaction;
  const stays = (stopped: Decision): CompactResult<W> => {
    tellDecision(engine, { ...compaction, decision: stopped });
    return unchanged(session, { ...compaction, decision: stopped });
  };
  for (const withoutEvidence of [false, true]) {
    const found = await findPlan(engine, session, { ...compaction, withoutEvidence });
    if ("idle" in found) {
      refuseOver(engine, compaction);
      return stays(stopped(decision, found.idle));
    }
    const planned = { ...found, decision: withReason(weighCost(engine, session, found), found.remark) };
    if (planned.decision.action === "none") return stays(planned.decision);
    if (!withoutEvidence) tellDecision(engine, planned);
    tellPlan(engine, planned);
    const done = await ifArchivable(() => carryOut(engine, session, planned));
    if (done === "not archived") {
      refuseUnarchived(engine, planned.decision);
      return stays(stopped(planned.decision, "The items could not be archived and stay."));
    }
    if (done) return done;
    if (measurement.tokens <= decision.hardLimit)
      return unchanged(session, {
        ...compaction,
        decision: stopped(planned.decision, "The result was not smaller."),
      });
  }
  refuseOver(engine, compaction);
  return unchanged(session, { ...compaction, decision: stopped(decision, "The result was not smaller.") });
}

/** Runs the task; returns "not archived" if its items cannot be archived. Throws every other failure. */
async function ifArchivable<T>(task: () => Promise<T>): Promise<T | "not archived"> {
  try {
    return await task();
  } catch (error) {
    if (isStoreFailure(error)) return "not archived";
    throw error;
  }
}

/**
 * Executes a plan. It archives the items first and changes the session's window last, so a failure in between
 * leaves everything unchanged. Undefined if the result would not be smaller.
 */
async function carryOut<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  planned: PlannedCompaction<W>,
): Promise<CompactResult<W> | undefined> {
  await archiveSource(engine, session, planned);
  const assembled = await summarizeAndAssemble(engine, planned);
  if (!assembled) return undefined;
  const committed = await commit(engine, session, assembled);
  return finish(engine, session, { compaction: assembled, committed });
}

/**
 * Writes and verifies the summary and builds the new window. Uses the caller's `given` summary if there is one.
 * Fills the room that a short summary leaves. Stores nothing. Undefined if the result would not be smaller.
 */
export async function summarizeAndAssemble<W extends object>(
  engine: Engine<W>,
  planned: PlannedCompaction<W>,
  given?: string,
): Promise<AssembledCompaction<W> | undefined> {
  const done = await assembleAsPlanned(engine, planned, given);
  return done?.summary ? ((await fullerWindow(engine, done, done.summary)) ?? done) : done;
}

/** The same with exactly the items that the plan keeps, however short the summary is. */
export async function assembleAsPlanned<W extends object>(
  engine: Engine<W>,
  planned: PlannedCompaction<W>,
  given?: string,
): Promise<AssembledCompaction<W> | undefined> {
  const { plan } = planned;
  if (plan.summaryTokens === 0 && given !== undefined)
    throw new CompactError("INVALID_INPUT", "This compaction writes no new summary; commit it without one.");
  if (plan.summaryTokens === 0) return assembled(engine, planned, undefined);
  return assembled(engine, planned, await writeSummary(engine, planned, given));
}

/** Blocks come back only where a summary leaves this share of the target free. */
const LEAST_SPARE = 1 / 8;

/** The window with removed blocks in it again, where a summary is much shorter than it may be. */
async function fullerWindow<W extends object>(
  engine: Engine<W>,
  done: AssembledCompaction<W>,
  summary: WrittenSummary<W>,
): Promise<AssembledCompaction<W> | undefined> {
  const { outline, plan, fill, tokensAfter } = done;
  const room = fill.to - tokensAfter;
  if (room < fill.to * LEAST_SPARE || engine.policy.pruning === "user_messages") return undefined;
  const back = topUp(outline, plan, { room, userTokens: engine.policy.keepUserTokens, blocks: fill.blocks });
  if (back.length === 0 || back.length === plan.remainder.length) return undefined;
  const planned = { ...done, plan: withBlocks(plan, outline, back) };
  return assembled(engine, planned, movedSummary(engine, planned, { summary, before: done }));
}

/** The new window. Undefined if it would not be smaller, or over its budget. */
async function assembled<W extends object>(
  engine: Engine<W>,
  planned: PlannedCompaction<W>,
  summary: WrittenSummary<W> | undefined,
): Promise<AssembledCompaction<W> | undefined> {
  const { meter, format } = engine;
  const { plan, outline, shown, budget, tokensBefore } = planned;
  const next = await inTurns(
    assemble<W>({
      window: shown,
      outline,
      plan,
      ...(summary ? { summary: summary.item } : {}),
      evidence: planned.evidence,
      excerpt: (item, tokens) => excerptItem(engine, item, tokens),
      ...(format.opensWithUser
        ? { order: { view: (item: W) => meter.view(item), note: () => format.message("user", GAP_NOTE) } }
        : {}),
    }),
  );
  const tokensAfter = next.items.reduce((sum, item) => sum + meter.tokens(item), 0);
  if (tokensAfter > budget || tokensAfter >= tokensBefore) return undefined;
  return { ...planned, ...(summary ? { summary } : {}), next, tokensAfter };
}

/** Measures the window after a compaction and reports what it did. */
export function finish<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { compaction, committed }: { readonly compaction: Compaction<W>; readonly committed: Committed<W> },
): CompactResult<W> {
  const { sessionId, call, decision, measurement: before } = compaction;
  const { index, items, report } = committed;
  const { usage: _, ...options } = call.options;
  const measurement = measured(engine, session, { options, index, max: before.max });
  session.expectUsage(measurement.raw, index);
  const counts = { pruned_count: report.removed.length, kept: { items: report.kept } };
  engine.events.emit(sessionId, {
    event: "compact.pruned_messages",
    ...counts,
    ids: report.removed.slice(0, MAX_IDS),
  });
  engine.events.emit(sessionId, {
    event: "compact.compacted",
    ...counts,
    version: report.version,
    compaction_id: report.id,
    by: report.by,
    t_est: before.tokens,
    t_after: measurement.tokens,
    max: measurement.max,
    summary_tokens: report.summaryTokens,
    ...(report.rebound ? { rebound_tokens: report.rebound.tokens, rebound_turns: report.rebound.turns } : {}),
  });
  return { items: [...items], decision, measurement, compaction: report };
}

interface RequestToMeasure<W extends object> {
  readonly options: Pick<PreflightOptions, "instructions" | "tools" | "usage">;
  readonly index: WindowIndex<W>;
  readonly max: number;
}

/** Measures the request that a call is about to send and reports the result. */
function measured<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { options, index, max }: RequestToMeasure<W>,
): Measurement {
  const usage = normalizeUsage(options.usage);
  const reported = usage?.inputTokens;
  const last = session.lastRequest;
  const believable = reported !== undefined && last && reported > last.raw / 3 && reported < last.raw * 3;
  const anchor = believable && last.window === index ? { reported, raw: last.raw } : undefined;
  const measurement = measure({
    items: index,
    instructionTokens: options.instructions === undefined ? 0 : engine.meter.text(options.instructions),
    toolTokens: options.tools === undefined ? 0 : engine.meter.text(jsonText(options.tools)),
    max,
    calibration: session.calibration.factor,
    ...(anchor ? { anchor } : {}),
  });
  const { newInput, ...sections } = measurement.sections;
  engine.events.emit(session.sessionId, {
    event: "compact.token_estimate",
    t_est: measurement.tokens,
    max: measurement.max,
    raw: measurement.raw,
    estimator: engine.estimator.name,
    anchored: measurement.anchored,
    calibration: measurement.calibration,
    sections: { ...sections, new_input: newInput },
    ...(usage ? { reported: usage.inputTokens, reported_cached: usage.cachedTokens } : {}),
  });
  return measurement;
}

const withReason = (decision: Decision, why: string | undefined): Decision =>
  why === undefined ? decision : { ...decision, reason: `${decision.reason} ${why}` };

const stopped = (decision: Decision, why: string): Decision => ({
  ...withReason(decision, why),
  action: "none",
});

/**
 * The list unchanged, with a decision that explains why. Never returns the manager's own list; returns the
 * caller's list if nothing changed.
 */
function unchanged<W extends object>(session: SessionState<W>, compaction: Compaction<W>): CompactResult<W> {
  const { call, window, decision, measurement, reapplied } = compaction;
  session.expectUsage(measurement.raw, window);
  const isSame =
    call.items.length === window.items.length &&
    call.items.every((item, index) => item === window.items[index]);
  return {
    items: isSame ? (call.items as W[]) : [...window.items],
    decision,
    measurement,
    ...(reapplied ? { reapplied: reapplied.version } : {}),
  };
}

/** Throws the numbers if the list is over the hard limit and nothing can be done about it. */
function refuseOver<W extends object>(engine: Engine<W>, compaction: Compaction<W>): void {
  const { sessionId, measurement, decision } = compaction;
  if (measurement.tokens <= decision.hardLimit) return;
  const { fixed, raw } = measurement;
  const floor = raw - fixed;
  const budget = Math.floor(decision.hardLimit * (raw / Math.max(1, measurement.tokens))) - fixed;
  throw insufficientBudget(engine, sessionId, { measurement, floor, budget });
}

/**
 * Tells a decision. Where nothing is compacted, nothing is removed and no summary written; a decision to compact
 * has the numbers of its plan. What the provider will remove is not known.
 */
export function tellDecision<W extends object>(
  engine: Engine<W>,
  compaction: Compaction<W> & Partial<Pick<PlannedCompaction<W>, "plan" | "outline">>,
): void {
  const { decision, sessionId, window, plan, outline } = compaction;
  const { strategy, pruning, triggerPct, hardCapBuffer, keepRecentTurns, keepToolIoPairs } = engine.policy;
  const pruned = plan && outline ? itemsIn(outline, plan.remainder) : 0;
  engine.events.emit(sessionId, {
    event: "compact.trigger_decision",
    action: decision.action,
    trigger: decision.trigger,
    reason: decision.reason,
    t_est: decision.tokens,
    max: decision.max,
    limit: decision.limit,
    target: decision.target,
    policy: {
      strategy,
      pruning,
      trigger_pct: triggerPct,
      hard_cap_buffer: hardCapBuffer,
      keep_recent_turns: keepRecentTurns,
      keep_tool_io_pairs: keepToolIoPairs,
    },
    kept: {
      items: window.items.length - pruned,
      recent_turns: plan?.keepRecentTurns ?? keepRecentTurns,
      tool_io_pairs: plan?.keepToolIoPairs ?? keepToolIoPairs,
    },
    ...(decision.action === "none" ? { pruned_count: 0, summary_tokens: 0 } : {}),
    ...(decision.action === "compact" && plan
      ? { pruned_count: pruned, summary_tokens: plan.summaryTokens }
      : {}),
  });
}

const itemsIn = (outline: Outline, blocks: Iterable<number>): number =>
  [...blocks].reduce((sum, block) => sum + (outline.blocks[block]?.indexes.length ?? 0), 0);

export function tellPlan<W extends object>(engine: Engine<W>, planned: PlannedCompaction<W>): void {
  const { plan, sessionId } = planned;
  engine.events.emit(sessionId, {
    event: "compact.policy_applied",
    policy: engine.policy.pruning,
    strategy: engine.policy.strategy,
    rung: plan.rung,
    kept: {
      items: itemsIn(planned.outline, plan.keep),
      recent_turns: plan.keepRecentTurns,
      tool_io_pairs: plan.keepToolIoPairs,
    },
    pruned_count: plan.remainder.length,
    keep_recent_turns: plan.keepRecentTurns,
    keep_tool_io_pairs: plan.keepToolIoPairs,
    superseded_count: planned.supersededCount,
    t_est: planned.tokensBefore,
    t_planned: plan.tokens,
    target: planned.budget,
  });
}
