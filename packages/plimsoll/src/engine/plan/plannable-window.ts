import { knownReferences } from "../follow/known-references.js";
import { GAP_NOTE } from "../../conversation/is-own-note.js";
import { itemId } from "../../conversation/item-id.js";
import { itemText } from "../../conversation/item-text.js";
import type { ItemView } from "../../conversation/item-view.js";
import type { ToolResultView } from "../../conversation/item-view.js";
import { replaceableResults } from "../../formats/reading/replace-results.js";
import { classifyOutput } from "../../tool-outputs/classify-output.js";
import { isSupersededNote } from "../../tool-outputs/superseded-note.js";
import { countGapNotes } from "../summarize/assemble.js";
import { requiredFacts } from "../summarize/required-facts.js";
import { notSaid, notShown } from "../summarize/not-shown.js";
import { referenceOf } from "../commit/archive-items.js";
import type { Growth, PlannedCompaction } from "../compaction.js";
import { findSummary } from "../follow/find-summary.js";
import type { SessionState } from "../follow/session-state.js";
import type { Projection } from "../follow/compaction-record.js";
import type { Engine } from "../engine.js";
import type { Checkpoint } from "../../facts/checkpoint/checkpoint.js";
import type { Brevity } from "../../facts/checkpoint/within-brevity.js";
import { settledWords } from "../../facts/checkpoint/settled-words.js";
import type { Fact } from "../../facts/verification/fact.js";
import { type Outline, outline } from "./outline.js";
import { evidenceLimit, type Infeasible, type Plan, plan } from "./plan.js";
import { pinning } from "./pinning.js";
import type { PlanInput, PlannedPlaces } from "./plan-input.js";
import { supersede } from "./supersede.js";
import { summaryOverhead } from "../summarize/summary-item.js";
import { callsOf, type CallsOf, withEvidence } from "../follow/with-evidence.js";

/** The limits of one attempt at a plan. */
export interface PlanAttempt
  extends Pick<PlanInput, "budget" | "fillTo" | "summaryCap" | "newestUser" | "besideNewest"> {
  readonly brevity: Brevity;
}

/** A window ready for planning, and what all its plans share. */
export interface PlannableWindow<W extends object>
  extends Pick<
    PlannedCompaction<W>,
    | "outline"
    | "shown"
    | "superseded"
    | "tokensBefore"
    | "tokensGiven"
    | "growth"
    | "lastVersion"
    | "givenItem"
  > {
  /** The facts that the window must show. */
  mustKeep(brevity: Brevity): readonly Fact[];
  /** No model is called, nothing is stored. */
  plan(attempt: PlanAttempt): Plan | Infeasible;
  evidenceFor(plan: Plan): PlannedCompaction<W>["evidence"];
}

interface WindowToPlan<W extends object>
  extends Pick<PlannedCompaction<W>, "window" | "setAside" | "checkpoint"> {
  /** Count outputs at full size: evidence did not shorten them enough. */
  readonly withoutEvidence: boolean;
}

/** Takes a window apart for planning, with notes in place of superseded outputs. */
export async function plannableWindow<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  input: WindowToPlan<W>,
): Promise<PlannableWindow<W>> {
  const { window, checkpoint } = input;
  const whole = outline(window.items, {
    meter: engine.meter,
    isPinned: pinning(engine, session).isPinned,
    findSummary: (items) => findSummary(engine, session, items),
  });
  const {
    items,
    outline: parts,
    counts,
  } = supersede(window.items, {
    ...engine,
    outline: whole,
    isKnown: knownReferences(session),
  });
  const required = onceForEach(checkpoint, (must) => mustTokens(engine, { must, window }, parts));
  const itemsOf = (block: number): W[] =>
    (parts.blocks[block]?.indexes ?? []).map((index) => items[index] as W);
  const common = {
    outline: parts,
    policy: engine.policy,
    ...(engine.format.opensWithUser ? { noteTokens: noteTokens(engine, items, parts) } : {}),
    supersededTokens: whole.totalTokens - parts.totalTokens,
    outputTokens: input.withoutEvidence ? () => [] : outputTokens(engine, items, parts),
    isCode: (block: number) => isCode(engine, itemsOf(block)),
    isSettled: settledBlocks(checkpoint.facts, (block) =>
      itemsOf(block).map((item) => engine.meter.view(item)),
    ),
    ...(engine.policy.pruning === "semantic" ? { relevance: await relevance(engine, items, parts) } : {}),
  };
  const version = (parts.summary?.version ?? 0) + 1;
  const givenItem = givenItems(session);
  return {
    outline: parts,
    shown: { items, origins: window.origins },
    superseded: counts,
    tokensBefore: whole.totalTokens,
    tokensGiven: tokensGiven(engine, session, input),
    growth: growthOf(session, window, parts),
    lastVersion: lastVersion(session, parts),
    givenItem,
    mustKeep: (brevity) => required(brevity).must,
    evidenceFor: (found) => evidenceFor(engine, session, { window, plan: found, givenItem }),
    plan: ({ brevity, ...attempt }) => {
      const { must, tokens } = required(brevity);
      const message = { version, asUser: true, maxTokens: attempt.budget, must };
      const overhead = summaryOverhead(engine, message);
      return plan({ ...common, ...attempt, mustTokens: tokens, summaryOverhead: overhead });
    },
  };
}

/** What must be said, with any brevity, and the tokens of what is lost of it; read once each. */
function onceForEach(
  checkpoint: Checkpoint,
  tokensOf: (must: readonly Fact[]) => MustTokens,
): (brevity: Brevity) => { readonly must: readonly Fact[]; readonly tokens: MustTokens } {
  const known = new Map<Brevity, { readonly must: readonly Fact[]; readonly tokens: MustTokens }>();
  return (brevity) => {
    let required = known.get(brevity);
    if (required === undefined) {
      const must = requiredFacts(checkpoint, brevity);
      required = { must, tokens: tokensOf(must) };
      known.set(brevity, required);
    }
    return required;
  };
}

type MustTokens = NonNullable<PlanInput["mustTokens"]>;

/**
 * Tokens of what the caller passed for a window: items count as passed, not as their evidence, and malformed
 * items that were set aside count too.
 */
export function tokensGiven<W extends object>(
  { meter }: Pick<Engine<W>, "meter">,
  session: SessionState<W>,
  { window, setAside }: Pick<PlannedCompaction<W>, "window" | "setAside">,
): number {
  const given = window.items.map((item, position) => session.input[window.origins[position] ?? -1] ?? item);
  return [...given, ...setAside].reduce((sum, item) => sum + meter.tokens(item), 0);
}

function growthOf<W extends object>(
  { base }: SessionState<W>,
  { origins }: Projection<W>,
  { blocks }: Outline,
): Growth {
  const added = blocks.filter(
    ({ indexes, turn }) => turn > 0 && (origins[indexes[0] ?? 0] ?? -1) >= base.length,
  );
  return {
    turns: new Set(added.filter((block) => block.opensTurn).map((block) => block.turn)).size,
    requests: added.filter((block) => !block.opensTurn).length,
    tokens: added.reduce((sum, block) => sum + block.tokens, 0),
  };
}

/** Versions have six digits, and an adopted summary may claim any. */
const MOST_ADOPTED_VERSION = 900_000;

/** The N of the summary in the window, or of the last one; 0 if there was none. */
const lastVersion = <W extends object>({ base }: SessionState<W>, { summary }: Outline): number =>
  Math.max(Math.min(summary?.version ?? 0, MOST_ADOPTED_VERSION), base.record?.version ?? 0);

/** Returns the item as the caller passed it if the window holds its evidence; otherwise the same item. */
function givenItems<W extends object>(session: SessionState<W>): PlannedCompaction<W>["givenItem"] {
  const input = [...session.input];
  const known = new Map(session.evidence);
  return (item, origin) => {
    if (known.size === 0) return item;
    const given = input[origin];
    return given && known.get(itemId(given)) === item ? given : item;
  };
}

/** Makes evidence from the raw item if the window already holds evidence of it. */
function evidenceFor<W extends object>(
  engine: Engine<W>,
  session: SessionState<W>,
  { window, plan, givenItem }: Pick<PlannedCompaction<W>, "window" | "plan" | "givenItem">,
): PlannedCompaction<W>["evidence"] {
  let callOf: CallsOf<W> | undefined;
  return (item, origin) => {
    callOf ??= callsOf(window.items, engine.meter);
    const given = givenItem(item, origin);
    const evidence = withEvidence(given, {
      format: engine.format,
      meter: engine.meter,
      policy: engine.policy,
      maxTokens: plan.evidenceTokens,
      largerThan: evidenceLimit(plan),
      redact: (text) => engine.redactor.text(text),
      referenceOf: (result) => referenceOf(engine, session, result),
      callOf: callOf(item),
    });
    return evidence === given ? item : evidence;
  };
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

/** Tokens of required facts that would no longer be visible, each on its own line, without headings. */
function mustTokens<W extends object>(
  engine: Engine<W>,
  { must, window }: { readonly must: readonly Fact[]; readonly window: Projection<W> },
  { blocks, summary }: Outline,
): (keep: ReadonlySet<number>) => number {
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
 * By item, the constraints that it states in other words than the kept ones: the user may have stated one twice.
 * Reads every item once.
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

/** Tokens of the results of each block, computed once and only if evidence is considered. */
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

/** The results of an item that can become evidence. */
function replaceable<W extends object>({ format, meter }: Engine<W>, item: W): readonly ToolResultView[] {
  const { results } = meter.view(item);
  if (results.length === 0) return results;
  const positions = replaceableResults(format, item);
  return results.filter((_, position) => positions.has(position));
}

function settledBlocks(
  facts: Checkpoint["facts"],
  viewsOf: (block: number) => readonly ItemView[],
): (block: number) => boolean {
  const isSettled = settledWords(facts);
  return (block) => viewsOf(block).every(({ text }) => isSettled(text));
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
