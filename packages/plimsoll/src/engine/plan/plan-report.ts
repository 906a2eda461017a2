import { isSupersededNote } from "../../tool-outputs/superseded-note.js";
import type { CompactRequest } from "../compact-request.js";
import type { PlannedCompaction } from "./plan-window.js";
import type { Decision } from "./decide.js";
import type { Engine } from "../engine.js";
import type { Measurement } from "../follow/measure.js";
import { evidenceLimit, takesEvidence } from "./plan.js";
import { describeItem } from "../follow/remembered.js";

/** What a compaction would do with one item. */
export interface PlannedItem {
  readonly index: number;
  readonly role: string;
  readonly tokens: number;
  readonly fate: "pinned" | "kept" | "evidence" | "superseded" | "summarized" | "summary";
  readonly text: string;
}

/** What a compaction would do, without doing it. */
export interface PlanReport {
  readonly decision: Decision;
  readonly measurement: Measurement;
  /** Empty where nothing would be done. */
  readonly rung: string;
  readonly items: readonly PlannedItem[];
  readonly tokensBefore: number;
  /** Upper bound of the resulting list. */
  readonly tokensAfter: number;
  readonly summaryTokens: number;
}

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
export function describePlan<W extends object>(
  engine: Engine<W>,
  found: { readonly request: CompactRequest<W>; readonly planned: PlannedCompaction<W> },
): Pick<PlanReport, "rung" | "items" | "tokensBefore" | "tokensAfter" | "summaryTokens"> {
  const { outline, plan, superseded, window } = found.planned;
  const fates = new Map<number, PlannedItem["fate"]>();
  const bounding = new Set<number>();
  outline.blocks.forEach((block, position) => {
    const kept = block.pinned ? "pinned" : plan.keep.has(position) ? "kept" : "summarized";
    for (const index of block.indexes) {
      fates.set(index, kept);
      if (kept === "kept" && takesEvidence(plan, position, block.pinned)) bounding.add(index);
    }
  });
  const items = found.request.window.items.map((item, index): PlannedItem => {
    const view = engine.meter.view(item);
    const planned = fates.get(index) ?? "summary";
    const fate = planned === "kept" && superseded.has(index) ? "superseded" : planned;
    const bounded =
      bounding.has(index) &&
      engine.meter
        .view(window.items[index] as W)
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
    rung: plan.rung,
    items,
    tokensBefore: found.request.tokensGiven,
    tokensAfter: plan.tokens,
    summaryTokens: plan.summaryTokens,
  };
}
