import { ifArchivable, refuseUnarchived } from "./commit/archive-items.js";
import type { Call } from "./call.js";
import { commit } from "./commit/commit.js";
import { commitPrepared } from "./commit/commit-prepared.js";
import type { CompactResult } from "./compact-result.js";
import { carryOut } from "./commit/compact-window.js";
import { emitDecision, emitPolicy } from "./compaction-events.js";
import type { Projection } from "./follow/compaction-record.js";
import type { Decision } from "./plan/decide.js";
import type { Engine } from "./engine.js";
import { type Examined, examine } from "./follow/examine.js";
import { findPlan, insufficientBudget } from "./plan/find-plan.js";
import type { PreparedWork } from "./commit/prepare-compaction.js";
import type { PreparedCompaction } from "./commit/prepared-compaction.js";
import { compactAtProvider } from "./commit/compact-at-provider.js";
import type { SessionState } from "./follow/session-state.js";
import { weighCost } from "./plan/weigh-cost.js";

export interface RunInput<W extends object> {
  readonly call: Call<W>;
  /** A compaction to take over if this call has to compact. */
  readonly takeOver?: { readonly prepared: PreparedCompaction<W>; readonly work: PreparedWork<W> };
  /** The provider was asked to compact for this call already, or is not to be asked. */
  readonly providerAsked?: boolean;
}

/** Carries the decision out and gives back what to send. */
export async function runCall<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  input: RunInput<W>,
): Promise<CompactResult<W>> {
  const { call } = input;
  const examined = await examine(engine, session, call);
  const { decision, measurement, followed, window } = examined;
  const unchanged = (changed: Decision): CompactResult<W> => ({
    items: sendable(call.items, window),
    decision: changed,
    measurement,
    ...(followed.reapplied ? { reapplied: followed.reapplied.version } : {}),
  });
  if (decision.action === "none") return unchanged(decision);
  const remote = input.providerAsked
    ? undefined
    : await ifArchivable(() => compactAtProvider(engine, session, { call, examined }));
  if (remote !== undefined && remote !== "not archived") {
    await engine.archiveEvents(session.sessionId);
    const result = commit(engine, session, { call, examined, done: remote });
    await engine.archiveEvents(session.sessionId);
    return result;
  }
  if (input.takeOver && decision.trigger !== "overflow") {
    const taken = await takeOver(engine, session, { ...input, decision });
    // The usage was taken in already.
    const { usage: _, ...options } = call.options;
    return taken ?? runCall(engine, session, { call: { ...call, options }, providerAsked: true });
  }
  return compactHere(engine, session, { call, examined, unchanged });
}

interface CompactHere<W extends object> {
  readonly call: Call<W>;
  readonly examined: Examined<W>;
  /** The list as it is, with a decision that says why. */
  unchanged(decision: Decision): CompactResult<W>;
}

/** Plans, summarizes and commits; where the result is not smaller, once more with nothing left of the old outputs. */
async function compactHere<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { call, examined, unchanged }: CompactHere<W>,
): Promise<CompactResult<W>> {
  const { decision, measurement } = examined;
  for (const withoutEvidence of [false, true]) {
    const found = await findPlan(engine, session, { call, examined, withoutEvidence });
    if ("idle" in found) {
      refuseOver(engine, session, examined);
      const changed: Decision = { ...decision, action: "none", reason: `${decision.reason} ${found.idle}` };
      emitDecision(engine, session.sessionId, changed);
      return unchanged(changed);
    }
    const weighed = withReason(weighCost(engine, session, { examined, ...found }), found.told);
    if (weighed.action === "none") {
      emitDecision(engine, session.sessionId, weighed);
      return unchanged(weighed);
    }
    emitPolicy(engine, session.sessionId, found);
    const done = await ifArchivable(() => carryOut(engine, session, found));
    if (done === "not archived") {
      refuseUnarchived(engine, weighed);
      const changed = stopped(weighed, "The items could not be archived and stay.");
      emitDecision(engine, session.sessionId, changed);
      return unchanged(changed);
    }
    if (done === undefined && measurement.tokens <= decision.hardLimit)
      return unchanged(stopped(weighed, "The result was not smaller."));
    if (done === undefined) continue;
    await engine.archiveEvents(session.sessionId);
    const result = commit(engine, session, { call, examined: { ...examined, decision: weighed }, done });
    await engine.archiveEvents(session.sessionId);
    return result;
  }
  refuseOver(engine, session, examined);
  return unchanged(stopped(decision, "The result was not smaller."));
}

const withReason = (decision: Decision, told: string | undefined): Decision =>
  told === undefined ? decision : { ...decision, reason: `${decision.reason} ${told}` };

const stopped = (decision: Decision, why: string): Decision => ({
  ...withReason(decision, why),
  action: "none",
});

/** Nothing is sent that is over the hard limit: where nothing can be done about it, the numbers are told. */
function refuseOver<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { measurement, decision }: Examined<W>,
): void {
  if (measurement.tokens <= decision.hardLimit) return;
  const { fixed, raw } = measurement;
  const floor = raw - fixed;
  const budget = Math.floor(decision.hardLimit * (raw / Math.max(1, measurement.tokens))) - fixed;
  throw insufficientBudget(engine, session.sessionId, { measurement, floor, budget });
}

/** Makes a prepared compaction the window; undefined where it fits no more, or where even its window is too large. */
async function takeOver<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  input: RunInput<W> & { readonly decision: Decision },
): Promise<CompactResult<W> | undefined> {
  const { call, decision } = input;
  if (!input.takeOver) return undefined;
  try {
    const options = { ...call.options, items: call.items };
    const result = await commitPrepared(engine, session, { ...input.takeOver, options });
    return result.measurement.tokens <= decision.hardLimit ? { ...result, decision } : undefined;
  } catch (error) {
    if (call.options.signal?.aborted) throw error;
    return undefined;
  }
}

/** The manager's own list is never handed out; the caller's is, where nothing changed. */
function sendable<W extends object>(items: readonly W[], window: Projection<W>): W[] {
  if (items.length !== window.items.length) return [...window.items];
  for (let index = 0; index < items.length; index++) {
    if (items[index] !== window.items[index]) return [...window.items];
  }
  return items as W[];
}
