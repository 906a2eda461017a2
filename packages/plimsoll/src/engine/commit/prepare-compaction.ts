import { itemId } from "../../conversation/item-id.js";
import { sha256 } from "../../text/sha256.js";
import type { Call } from "../call.js";
import { type Draft, type DraftedWindow, draftOf, draftWindow, removedItems } from "./compact-window.js";
import type { ManualCompactOptions } from "../compact-config.js";
import type { Engine } from "../engine.js";
import { type Examined, examineUnsent } from "../follow/examine.js";
import { findPlan } from "../plan/find-plan.js";
import { describePlan, idlePlan, type PlanReport } from "../plan/plan-report.js";
import type { PreparedCompaction } from "./prepared-compaction.js";
import type { SessionState } from "../follow/session-state.js";
import { weighCost } from "../plan/weigh-cost.js";

export interface PrepareOptions extends ManualCompactOptions {
  /** A summary to take instead of asking the summarizer for one. */
  readonly summary?: string;
}

/** What stands behind a prepared compaction; absent where there is nothing to do. */
export interface PreparedWork<W extends object> {
  readonly examined: Examined<W>;
  /** The list that it was made from, and the compaction that this list goes on from. */
  readonly source: readonly W[];
  readonly base: string | undefined;
  /** The newest compaction that stood then, whether or not the list goes on from it. */
  readonly newest: string | undefined;
  readonly draft: Draft<W>;
  readonly drafted: DraftedWindow<W>;
}

interface Planned<W extends object> {
  readonly report: PlanReport;
  readonly work?: Omit<PreparedWork<W>, "drafted">;
}

/** Plans a compaction as far as the session is needed for it. Nothing is stored and no window changes. */
export async function planDraft<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  call: Call<W>,
): Promise<Planned<W>> {
  const examined = await examineUnsent(engine, session, call);
  const found = await findPlan(engine, session, { call, examined });
  if ("idle" in found) return { report: idlePlan(examined, found.idle) };
  const decision = weighCost(engine, session, { examined, ...found });
  const report = { decision, measurement: examined.measurement, ...describePlan(engine, found) };
  // The session's own window grows while the summary is written.
  const window = { items: [...found.request.window.items], origins: [...found.request.window.origins] };
  const draft = draftOf(engine, session, { ...found, request: { ...found.request, window } });
  const source = [...session.input];
  // The list goes on while the summary is written; the ledgers come back to this one when it is committed.
  session.facts.save();
  return {
    report,
    work: {
      examined: { ...examined, decision },
      source,
      base: session.base.record?.id,
      newest: session.compactions.standing.at(-1)?.id,
      draft,
    },
  };
}

/** Writes the summary of a planned compaction; the session is free meanwhile. */
export async function prepareCompaction<W extends object>(
  engine: Engine<W>,
  planned: Planned<W>,
  input: { readonly sessionId: string; readonly items: readonly W[]; readonly summary: string | undefined },
): Promise<{ readonly prepared: PreparedCompaction<W>; readonly work?: PreparedWork<W> }> {
  const { report, work } = planned;
  const drafted = work && (await draftWindow(engine, work.draft, input.summary));
  if (!work || !drafted) {
    const plan = work ? idlePlan(work.examined, "The result was not smaller.") : report;
    return { prepared: { ...NOTHING, ...input, plan, summary: "", ...tokensOf(plan) } };
  }
  const prepared: PreparedCompaction<W> = {
    id: preparedId(work),
    sessionId: input.sessionId,
    plan: report,
    summary: drafted.summary?.body ?? "",
    summaryTokens: drafted.summary?.tokens ?? 0,
    summaryMaxTokens: work.draft.planned.plan.summaryTokens,
    items: drafted.window.items,
    tokensBefore: report.tokensBefore,
    tokensAfter: drafted.tokensAfter,
    ...(drafted.summary ? { fidelity: drafted.summary.fidelity } : {}),
  };
  return { prepared, work: { ...work, drafted } };
}

const NOTHING = { id: "prep_none", summaryTokens: 0, summaryMaxTokens: 0 } as const;
const tokensOf = ({ tokensBefore, tokensAfter }: PlanReport) => ({ tokensBefore, tokensAfter });

function preparedId<W extends object>({ source, base, draft }: Omit<PreparedWork<W>, "drafted">): string {
  const { plan } = draft.planned;
  const parts = [
    draft.sessionId,
    base ?? "",
    `${draft.lastVersion} ${plan.summaryTokens} ${plan.evidenceTokens} ${plan.evidenceOver ?? ""} ${plan.evidenceBefore ?? ""}`,
    ...source.map(itemId),
    "removed",
    ...removedItems(draft).map(itemId),
  ];
  return `prep_${sha256(parts.join("\n")).slice(0, 24)}`;
}
