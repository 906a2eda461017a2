import type { CompactRequest } from "./compact-request.js";
import type { Engine } from "./engine.js";
import { type Outline, outline } from "./outline.js";
import { type Infeasible, type Plan, plan } from "./plan.js";
import { summaryOverhead } from "./write-summary.js";

/** A plan with the outline that it was made for. */
export interface PlannedCompaction {
  readonly outline: Outline;
  readonly plan: Plan;
}

/** Plans a compaction without carrying it out. No model is called, nothing is stored. */
export async function planWindow<W extends object>(
  engine: Engine<W>,
  request: CompactRequest<W>,
): Promise<PlannedCompaction | Infeasible> {
  const { items } = request.window;
  const parts = outline(items, { meter: engine.meter, isPinned: request.isPinned });
  const result = plan({
    outline: parts,
    policy: engine.policy,
    budget: request.budget,
    summaryCap: request.summaryCap,
    summaryOverhead: summaryOverhead(engine, {
      version: (parts.summary?.version ?? 0) + 1,
      opensConversation: true,
    }),
    outputTokens: outputTokens(engine, items, parts),
    ...(engine.policy.pruning === "semantic" ? { relevance: await relevance(engine, items, parts) } : {}),
  });
  return result.feasible ? { outline: parts, plan: result } : result;
}

/** True if carrying out the plan would change nothing, or too little to be worth it. */
export function isIdle(planned: PlannedCompaction, minGain: number): boolean {
  const { outline: parts, plan: found } = planned;
  const nothing = found.remainder.length === 0 && found.summaryTokens === 0 && found.evidenceTokens === 0;
  return nothing || found.tokens >= parts.totalTokens || parts.totalTokens - found.tokens < minGain;
}

/** Tokens of the results of each block, found out once and only where evidence is considered. */
function outputTokens<W extends object>(
  engine: Engine<W>,
  items: readonly W[],
  { blocks }: Outline,
): (position: number) => readonly number[] {
  const known = new Map<number, readonly number[]>();
  return (position) => {
    let tokens = known.get(position);
    if (tokens === undefined) {
      const results = (blocks[position]?.indexes ?? []).flatMap(
        (index) => engine.meter.view(items[index] as W).results,
      );
      tokens = results.map((result) => engine.meter.text(result.text));
      known.set(position, tokens);
    }
    return tokens;
  };
}

/** Scores every block against the newest request of the user. */
async function relevance<W extends object>(
  engine: Engine<W>,
  items: readonly W[],
  parts: Outline,
): Promise<readonly number[]> {
  const textOf = (indexes: readonly number[]): string =>
    indexes
      .map((index) => engine.meter.view(items[index] as W))
      .flatMap((view) => [
        view.text,
        ...view.calls.map((call) => call.arguments),
        ...view.results.map((r) => r.text),
      ])
      .join("\n");
  const newest = parts.blocks.findLast((block) => block.opensTurn);
  return engine.similarity.scores(
    newest ? textOf(newest.indexes) : "",
    parts.blocks.map((block) => textOf(block.indexes)),
  );
}
