import type { Fact, FactKind } from "./fact.js";

/**
 * What became of a fact: visible in the summary or in what stays; not visible, but archived under an id that recall
 * takes; neither; replaced by something that looks like it; or replaced by what it superseded. A fact that must be
 * kept is never called recoverable: it must be visible.
 */
export type FactClass = "retained" | "recoverable" | "missing" | "mutated" | "stale";

/** A string that stands in the summary in place of the fact. */
export interface StandIn {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface FactFinding {
  readonly fact: Fact;
  readonly class: FactClass;
  /** Where a retained fact is visible. */
  readonly visibleIn?: "summary" | "window";
  readonly standIn?: StandIn;
}

/** A fact of the report: what it is, and what stands in its place. */
export interface ReportedFact {
  readonly id: string;
  readonly kind: FactKind;
  readonly class: FactClass;
  readonly must: boolean;
  readonly text: string;
  readonly instead?: string;
}

export type ClassCounts = Readonly<Record<FactClass, number>>;

/** What a summary kept of the facts, as plain JSON of bounded size. */
export interface FidelityReport {
  readonly facts: number;
  readonly counts: ClassCounts;
  readonly mustKeep: ClassCounts;
  /** What is not retained: what must be kept first, then mutated, stale, missing and recoverable. */
  readonly lost: readonly ReportedFact[];
  /** How many more there are than the list has. */
  readonly lostOmitted: number;
  readonly invented: readonly string[];
  readonly inventedOmitted: number;
}

const MAX_LISTED = 200;
const MAX_TEXT_CHARACTERS = 300;
const ORDER: readonly FactClass[] = ["mutated", "stale", "missing", "recoverable", "retained"];

export function makeReport(findings: readonly FactFinding[], invented: readonly string[]): FidelityReport {
  const lost = findings.filter((finding) => finding.class !== "retained");
  lost.sort(
    (one, other) =>
      Number(other.fact.must) - Number(one.fact.must) ||
      ORDER.indexOf(one.class) - ORDER.indexOf(other.class),
  );
  const distinct = [...new Set(invented)];
  return {
    facts: findings.length,
    counts: countClasses(findings),
    mustKeep: countClasses(findings.filter(({ fact }) => fact.must)),
    lost: reportedFacts(lost),
    lostOmitted: Math.max(0, lost.length - MAX_LISTED),
    invented: distinct.slice(0, MAX_LISTED).map(bounded),
    inventedOmitted: Math.max(0, distinct.length - MAX_LISTED),
  };
}

/** Findings as plain JSON of bounded size. */
export const reportedFacts = (findings: readonly FactFinding[]): ReportedFact[] =>
  findings.slice(0, MAX_LISTED).map(reported);

const bounded = (text: string): string =>
  text.length <= MAX_TEXT_CHARACTERS ? text : `${text.slice(0, MAX_TEXT_CHARACTERS - 1)}…`;

const reported = ({ fact, class: outcome, standIn }: FactFinding): ReportedFact => ({
  id: fact.id,
  kind: fact.kind,
  class: outcome,
  must: fact.must,
  text: bounded(fact.text),
  ...(standIn === undefined ? {} : { instead: bounded(standIn.text) }),
});

function countClasses(findings: readonly FactFinding[]): ClassCounts {
  const counts = { retained: 0, recoverable: 0, missing: 0, mutated: 0, stale: 0 };
  for (const finding of findings) counts[finding.class]++;
  return counts;
}
