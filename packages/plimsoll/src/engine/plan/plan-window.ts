import { GAP_NOTE } from "../../conversation/own-note.js";
import { itemId } from "../../conversation/item-id.js";
import { itemText } from "../../conversation/item-text.js";
import type { ItemView } from "../../conversation/item-view.js";
import type { ToolResultView } from "../../conversation/item-view.js";
import { replaceableResults } from "../../formats/reading/replace-results.js";
import { classifyOutput } from "../../tool-outputs/classify-output.js";
import { isSupersededNote } from "../../tool-outputs/superseded-note.js";
import { countGapNotes } from "../summarize/assemble.js";
import { mustKeepFacts, notSaid, notShown } from "../summarize/must-keep-facts.js";
import type { CompactRequest } from "../compact-request.js";
import type { Projection } from "../follow/compaction-record.js";
import type { Engine } from "../engine.js";
import type { Fact } from "../../facts/verification/fact.js";
import { type Outline, outline } from "./outline.js";
import { type Infeasible, type Plan, plan } from "./plan.js";
import type { PlannedPlaces } from "./plan-input.js";
import { supersede } from "./supersede.js";
import { summaryOverhead } from "../summarize/summary-item.js";
import { callsOf } from "../follow/with-evidence.js";

/** A plan with what it was made for. */
export interface PlannedCompaction<W extends object> {
  readonly outline: Outline;
  readonly plan: Plan;
  /** The window, with notes in place of superseded outputs: what of it is kept, is kept like this. */
  readonly window: Projection<W>;
  /** How many outputs gave way to notes, by the position of their item. */
  readonly superseded: ReadonlyMap<number, number>;
  /** Tokens of the window as it was given. */
  readonly tokensBefore: number;
}

/** Plans a compaction without carrying it out. No model is called, nothing is stored. */
export async function planWindow<W extends object>(
  engine: Engine<W>,
  request: CompactRequest<W>,
): Promise<PlannedCompaction<W> | Infeasible> {
  const { isPinned, findSummary } = request;
  const whole = outline(request.window.items, { meter: engine.meter, isPinned, findSummary });
  const { items, outline: parts, counts } = supersede(request.window.items, { ...engine, outline: whole });
  const result = plan({
    outline: parts,
    policy: engine.policy,
    budget: request.budget,
    summaryCap: request.summaryCap,
    newestUser: request.newestUser,
    besideNewest: request.besideNewest,
    summaryOverhead: summaryOverhead(engine, {
      version: (parts.summary?.version ?? 0) + 1,
      asUser: true,
      maxTokens: request.budget,
      must: mustKeepFacts(request.checkpoint),
    }),
    mustTokens: mustTokens(engine, request, parts),
    ...(engine.format.opensWithUser ? { noteTokens: noteTokens(engine, items, parts) } : {}),
    supersededTokens: whole.totalTokens - parts.totalTokens,
    outputTokens: request.withoutEvidence ? () => [] : outputTokens(engine, items, parts),
    isCode: (block) =>
      isCode(
        engine,
        (parts.blocks[block]?.indexes ?? []).map((index) => items[index] as W),
      ),
    ...(engine.policy.pruning === "semantic" ? { relevance: await relevance(engine, items, parts) } : {}),
  });
  if (!result.feasible) return result;
  const window = { items, origins: request.window.origins };
  return { outline: parts, plan: result, window, superseded: counts, tokensBefore: whole.totalTokens };
}

/** Tokens of the notes that the provider's order of turns needs in the window of a plan. */
function noteTokens<W extends object>(
  engine: Engine<W>,
  items: readonly W[],
  parts: Outline,
): (places: PlannedPlaces, summary: boolean) => number {
  const each = engine.meter.tokens(engine.format.message("user", GAP_NOTE));
  const view = (item: W): ItemView => engine.meter.view(item);
  return (places, summary) => each * countGapNotes(items, view, { outline: parts, places, summary });
}

/** Tokens of what must be kept and would not be seen any more, each on a line of its own, without headings. */
function mustTokens<W extends object>(
  engine: Engine<W>,
  { checkpoint, window }: CompactRequest<W>,
  { blocks, summary }: Outline,
): (keep: ReadonlySet<number>) => number {
  const must = mustKeepFacts(checkpoint);
  // A summary that is not written anew goes on saying what it says.
  const facts = engine.policy.summarize || !summary ? must : notSaid(must, summary.body);
  if (facts.length === 0) return () => 0;
  const blockOf = new Map(
    blocks.flatMap(({ indexes }, position) =>
      indexes.map((index) => [itemId(window.items[index] as W), { position, index }] as const),
    ),
  );
  const hidden = hiddenFacts(facts, (id) => {
    const place = blockOf.get(id);
    return place && engine.meter.view(engine.redacted(window.items[place.index] as W));
  });
  const placed = facts.map((fact) => ({
    tokens: engine.meter.text(fact.text) + 1,
    positions: fact.itemIds.flatMap((id) => {
      const place = blockOf.get(id);
      return place === undefined || hidden.get(id)?.has(fact) ? [] : [place.position];
    }),
  }));
  return (keep) => {
    const lost = placed.filter(({ positions }) => !positions.some((position) => keep.has(position)));
    return lost.reduce((sum, { tokens }) => sum + tokens, 0);
  };
}

/**
 * By item, the constraints that it says in other words than those that are kept: the user may have said one twice in two
 * ways. Every item is read once, however many it says.
 */
function hiddenFacts(
  facts: readonly Fact[],
  viewOf: (id: string) => ItemView | undefined,
): ReadonlyMap<string, ReadonlySet<Fact>> {
  const byItem = new Map<string, Fact[]>();
  for (const fact of facts) {
    for (const id of fact.kind === "constraint" ? fact.itemIds : []) {
      const said = byItem.get(id);
      if (said === undefined) byItem.set(id, [fact]);
      else said.push(fact);
    }
  }
  const hidden = new Map<string, ReadonlySet<Fact>>();
  for (const [id, said] of byItem) {
    const view = viewOf(id);
    if (view !== undefined) hidden.set(id, new Set(notShown(said, [view])));
  }
  return hidden;
}

/** How many outputs of the blocks that stay give way to notes. */
export function supersededCount({
  outline: parts,
  plan: found,
  superseded,
}: PlannedCompaction<object>): number {
  const stays = [...found.keep].flatMap((position) => parts.blocks[position]?.indexes ?? []);
  return stays.reduce((sum, index) => sum + (superseded.get(index) ?? 0), 0);
}

/** True if carrying out the plan would change nothing, or too little to be worth it. */
export function isIdle(planned: PlannedCompaction<object>, minGain: number): boolean {
  const { plan: found, tokensBefore } = planned;
  const nothing =
    found.remainder.length === 0 &&
    found.summaryTokens === 0 &&
    found.evidenceTokens === 0 &&
    supersededCount(planned) === 0;
  return nothing || found.tokens >= tokensBefore || tokensBefore - found.tokens < minGain;
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
      tokens = (blocks[position]?.indexes ?? []).flatMap((index) => {
        const item = items[index] as W;
        // Notes are as short as can be: no evidence is made of them.
        const results = replaceable(engine, item).filter(({ text }) => !isSupersededNote(text));
        return results.map((result) => engine.meter.text(result.text));
      });
      known.set(position, tokens);
    }
    return tokens;
  };
}

/** The results of an item that can give way to evidence. */
function replaceable<W extends object>({ format, meter }: Engine<W>, item: W): readonly ToolResultView[] {
  const { results } = meter.view(item);
  if (results.length === 0) return results;
  const positions = replaceableResults(format, item);
  return results.filter((_, position) => positions.has(position));
}

function isCode<W extends object>(engine: Engine<W>, items: readonly W[]): boolean {
  const callOf = callsOf(items, engine.meter);
  return items.some((item) =>
    engine.meter.view(item).results.some(({ text }, position) => {
      const call = callOf(item)(position);
      return classifyOutput({ text, ...(call ? { call } : {}) }) === "code";
    }),
  );
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
      .map(itemText)
      .join("\n");
  const newest = parts.blocks.findLast((block) => block.opensTurn);
  return engine.similarity.scores(
    newest ? textOf(newest.indexes) : "",
    parts.blocks.map((block) => textOf(block.indexes)),
  );
}
