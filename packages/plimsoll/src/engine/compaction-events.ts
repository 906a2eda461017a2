import type { CompactionReport } from "./compact-result.js";
import type { Projection } from "./follow/compaction-record.js";
import type { Decision } from "./plan/decide.js";
import type { Engine } from "./engine.js";
import type { Measurement } from "./follow/measure.js";
import { type PlannedCompaction, supersededCount } from "./plan/plan-window.js";

/** Ids beyond these are in the compaction's record only. */
const MAX_IDS = 200;

export function emitMeasurement<W extends object>(
  engine: Engine<W>,
  sessionId: string,
  measurement: Measurement,
): void {
  const { newInput, ...sections } = measurement.sections;
  engine.events.emit(sessionId, {
    event: "compact.token_estimate",
    t_est: measurement.tokens,
    max: measurement.max,
    raw: measurement.raw,
    estimator: engine.estimator.name,
    anchored: measurement.anchored,
    calibration: measurement.calibration,
    sections: { ...sections, new_input: newInput },
  });
}

export function emitDecision<W extends object>(
  engine: Engine<W>,
  sessionId: string,
  decision: Decision,
): void {
  engine.events.emit(sessionId, {
    event: "compact.trigger_decision",
    action: decision.action,
    trigger: decision.trigger,
    reason: decision.reason,
    t_est: decision.tokens,
    max: decision.max,
    limit: decision.limit,
    target: decision.target,
  });
}

export function emitPolicy<W extends object>(
  engine: Engine<W>,
  sessionId: string,
  {
    planned,
    request,
  }: { readonly planned: PlannedCompaction<W>; readonly request: { readonly budget: number } },
): void {
  engine.events.emit(sessionId, {
    event: "compact.policy_applied",
    policy: engine.policy.pruning,
    strategy: engine.policy.strategy,
    rung: planned.plan.rung,
    kept: planned.plan.keep.size,
    pruned_count: planned.plan.remainder.length,
    keep_recent_turns: planned.plan.keepRecentTurns,
    keep_tool_io_pairs: planned.plan.keepToolIoPairs,
    superseded_count: supersededCount(planned),
    t_est: planned.tokensBefore,
    t_planned: planned.plan.tokens,
    target: request.budget,
  });
}

/** Tells how many outputs became evidence, where any did. */
export function emitEvidence<W extends object>(
  engine: Engine<W>,
  sessionId: string,
  { before, after }: { readonly before: Projection<W>; readonly after: Projection<W> },
): void {
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

export function emitDone<W extends object>(
  engine: Engine<W>,
  sessionId: string,
  input: { readonly report: CompactionReport; readonly before: number; readonly measurement: Measurement },
): void {
  const { report } = input;
  const counts = { pruned_count: report.removed.length, kept: report.kept };
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
    t_est: input.before,
    t_after: input.measurement.tokens,
    max: input.measurement.max,
    summary_tokens: report.summaryTokens,
    ...(report.rebound ? { rebound_tokens: report.rebound.tokens, rebound_turns: report.rebound.turns } : {}),
  });
}
