import { itemId } from "../../conversation/item-id.js";
import { sha256 } from "../../text/sha256.js";
import type { Call } from "../call.js";
import { examine, summarizeAndAssemble } from "../compact.js";
import type { ManualCompactOptions } from "../compact-config.js";
import type { AssembledCompaction, PlannedCompaction } from "../compaction.js";
import type { Engine } from "../engine.js";
import type { SessionState } from "../follow/session-state.js";
import { describePlan, idlePlan } from "../plan/describe-plan.js";
import { findPlan } from "../plan/find-plan.js";
import type { PlanReport } from "../plan/plan-report.js";
import { weighCost } from "../plan/weigh-cost.js";
import { removedItems } from "./commit.js";
import type { PreparedCompaction } from "./prepared-compaction.js";

export interface PrepareOptions extends ManualCompactOptions {
  /** The summary to use instead of calling the summarizer. */
  readonly summary?: string;
}

/** The list that a compaction was prepared from, and the compactions of the session at that time. */
export interface PreparedSource<W extends object> {
  readonly items: readonly W[];
  /** The compaction that this list continues. */
  readonly base: string | undefined;
  /** The newest valid compaction at that time, whether or not the list continues it. */
  readonly newest: string | undefined;
}

/** The internal state of a prepared compaction. */
export interface PreparedWork<W extends object> {
  readonly source: PreparedSource<W>;
  /** What was planned before the summary was written. */
  readonly planned: PlannedCompaction<W>;
  readonly done: AssembledCompaction<W>;
}

/** A plan and its report; without a plan if there is nothing to do. */
interface ReportedPlan<W extends object> {
  readonly report: PlanReport;
  readonly work?: { readonly source: PreparedSource<W>; readonly planned: PlannedCompaction<W> };
}

/** Plans a compaction as far as the session is needed for it. Nothing is stored and no window changes. */
export async function planAhead<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  call: Call<W>,
): Promise<ReportedPlan<W>> {
  const examined = await examine(engine, session, call);
  // The session's own window grows while the summary is written.
  const { items, origins } = examined.window;
  const compaction = { ...examined, window: { items: [...items], origins: [...origins] } };
  const found = await findPlan(engine, session, compaction);
  if ("idle" in found) return { report: idlePlan(compaction, found.idle) };
  const planned = { ...found, decision: weighCost(engine, session, found) };
  // The list goes on while the summary is written; the ledgers come back to this one when it is committed.
  session.facts.save();
  const source = {
    items: [...session.input],
    base: session.base.record?.id,
    newest: session.compactions.standing.at(-1)?.id,
  };
  return { report: describePlan(engine, planned), work: { source, planned } };
}

/** Writes the summary of a planned compaction; the session is free meanwhile. */
export async function prepareCompaction<W extends object>(
  engine: Engine<W>,
  { report, work }: ReportedPlan<W>,
  input: { readonly sessionId: string; readonly items: readonly W[]; readonly summary: string | undefined },
): Promise<{ readonly prepared: PreparedCompaction<W>; readonly work?: PreparedWork<W> }> {
  const done = work && (await summarizeAndAssemble(engine, work.planned, input.summary));
  if (!work || !done) {
    const plan = work ? idlePlan(work.planned, "The result was not smaller.") : report;
    const { tokensBefore, tokensAfter } = plan;
    return { prepared: { ...NOTHING, ...input, plan, summary: "", tokensBefore, tokensAfter } };
  }
  const prepared: PreparedCompaction<W> = {
    id: preparedId(work.source, work.planned),
    sessionId: input.sessionId,
    plan: report,
    summary: done.summary?.body ?? "",
    summaryTokens: done.summary?.tokens ?? 0,
    summaryMaxTokens: done.plan.summaryTokens,
    items: done.next.items,
    tokensBefore: report.tokensBefore,
    tokensAfter: done.tokensAfter,
    ...(done.summary ? { fidelity: done.summary.fidelity } : {}),
  };
  return { prepared, work: { ...work, done } };
}

const NOTHING = { id: "prep_none", summaryTokens: 0, summaryMaxTokens: 0 } as const;

function preparedId<W extends object>(
  { items, base }: PreparedSource<W>,
  planned: PlannedCompaction<W>,
): string {
  const { plan } = planned;
  const parts = [
    planned.sessionId,
    base ?? "",
    `${planned.lastVersion} ${plan.summaryTokens} ${plan.evidenceTokens} ${plan.evidenceOver ?? ""} ${plan.evidenceBefore ?? ""}`,
    ...items.map(itemId),
    "removed",
    ...removedItems(planned).map(itemId),
  ];
  return `prep_${sha256(parts.join("\n")).slice(0, 24)}`;
}
