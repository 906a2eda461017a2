import { isSupersededNote } from "../../tool-outputs/superseded-note.js";
import type { PlannedCompaction } from "../compaction.js";
import type { Engine } from "../engine.js";
import { describeItem } from "../follow/remembered.js";
import { evidenceLimit, takesEvidence } from "./plan.js";
import type { PlannedItem, PlanReport } from "./plan-report.js";

/** Nothing would be done, and why. */
export function idlePlan(
  { decision, measurement }: Pick<PlanReport, "decision" | "measurement">,
  reason: string,
): PlanReport {
  const tokens = measurement.raw - measurement.fixed;
  return {
    decision: { ...decision, action: "none", reason },
    measurement,
    rung: "",
    items: [],
    tokensBefore: tokens,
    tokensAfter: tokens,
    summaryTokens: 0,
  };
}

/** Describes a plan item by item. */
export function describePlan<W extends object>(engine: Engine<W>, planned: PlannedCompaction<W>): PlanReport {
  const { outline, plan, superseded, window, shown } = planned;
  const fates = new Map<number, PlannedItem["fate"]>();
  const bounding = new Set<number>();
  outline.blocks.forEach((block, position) => {
    const kept = block.pinned ? "pinned" : plan.keep.has(position) ? "kept" : "summarized";
    for (const index of block.indexes) {
      fates.set(index, kept);
      if (kept === "kept" && takesEvidence(plan, position, block.pinned)) bounding.add(index);
    }
  });
  const items = window.items.map((item, index): PlannedItem => {
    const view = engine.meter.view(item);
    const found = fates.get(index) ?? "summary";
    const fate = found === "kept" && superseded.has(index) ? "superseded" : found;
    const bounded =
      bounding.has(index) &&
      engine.meter
        .view(shown.items[index] as W)
        .results.some(
          (result) => !isSupersededNote(result.text) && engine.meter.text(result.text) > evidenceLimit(plan),
        );
    return {
      index,
      role: view.role,
      tokens: engine.meter.tokens(item),
      fate: bounded ? "evidence" : fate,
      text: engine.redactor.text(describeItem(view).slice(0, 400)),
    };
  });
  return {
    decision: planned.decision,
    measurement: planned.measurement,
    rung: plan.rung,
    items,
    tokensBefore: planned.tokensGiven,
    tokensAfter: plan.tokens,
    summaryTokens: plan.summaryTokens,
  };
}
