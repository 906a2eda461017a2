import type { ItemView } from "../conversation/item-view.js";
import type { Checkpoint } from "../facts/checkpoint/checkpoint.js";
import { extractFacts } from "../facts/verification/extract-facts.js";
import type { FactClass } from "../facts/verification/fidelity-report.js";
import { summaryVerifier } from "../facts/verification/verify-summary.js";
import { apartFromOutputs, viewTexts } from "../facts/verification/view-texts.js";

/** What became of one fact. */
export interface CheckedFact {
  readonly id: string;
  readonly kind: string;
  readonly class: FactClass;
  readonly must: boolean;
  readonly text: string;
  /** What stands in its place. */
  readonly instead: string | null;
  /** Archive ids of the items that said it. */
  readonly items: readonly string[];
}

export interface CheckedFidelity {
  readonly facts: number;
  readonly counts: Readonly<Record<FactClass, number>>;
  /** What is not retained first. */
  readonly list: readonly CheckedFact[];
  /** Strings of the summary that nobody said. */
  readonly invented: readonly string[];
}

export interface FidelityInput {
  readonly checkpoint: Checkpoint;
  readonly summary: string;
  /** What stayed beside the summary, and what left. */
  readonly kept: readonly ItemView[];
  readonly removed: readonly ItemView[];
}

const MAX_LISTED = 400;
const MAX_TEXT = 400;
const ORDER: readonly FactClass[] = ["missing", "mutated", "stale", "recoverable", "retained"];

/** Checks a stored summary again, as the engine did when it wrote it: what it and its window show of the facts known then. */
export function checkFidelity({ checkpoint, summary, kept, removed }: FidelityInput): CheckedFidelity {
  const facts = extractFacts(checkpoint);
  const { messages, outputs } = apartFromOutputs(kept);
  const { report } = summaryVerifier({
    facts,
    window: viewTexts(messages),
    outputs: viewTexts(outputs),
    source: [...viewTexts(removed), JSON.stringify(checkpoint)],
    archived: new Set(facts.flatMap(({ itemIds }) => itemIds)),
  })(summary);
  const lost = new Map(report.lost.map((fact) => [`${fact.kind} ${fact.id}`, fact]));
  const list = facts.map((fact): CheckedFact => {
    const found = lost.get(`${fact.kind} ${fact.id}`);
    return {
      id: fact.id,
      kind: fact.kind,
      class: found?.class ?? "retained",
      must: fact.must,
      text: fact.text.slice(0, MAX_TEXT),
      instead: found?.instead ?? null,
      items: fact.itemIds,
    };
  });
  list.sort((one, other) => ORDER.indexOf(one.class) - ORDER.indexOf(other.class));
  return {
    facts: report.facts,
    counts: report.counts,
    list: list.slice(0, MAX_LISTED),
    invented: report.invented,
  };
}
