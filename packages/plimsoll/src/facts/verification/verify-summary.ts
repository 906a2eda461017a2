import type { Fact } from "./fact.js";
import { FactFinder, type FactSightings } from "./fact-finder.js";
import { type FactFinding, type FidelityReport, makeReport, type StandIn } from "./fidelity-report.js";
import { type InventedString, inventedOf, SummarySource } from "./find-invented.js";
import { isClause, isWholeWord } from "./is-clause.js";
import { NearSentences } from "./near-sentences.js";
import { NearStrings } from "./near-strings.js";
import { StringFinder } from "../../text/string-finder.js";

export interface VerificationInput {
  readonly facts: readonly Fact[];
  /** Texts of what stays in the window beside the summary (see `viewTexts`). */
  readonly window: readonly string[];
  /**
   * The state that is printed above the summary: what it says is not missing, but must not stand altered in the
   * summary either. @default ""
   */
  readonly stated?: string;
  /**
   * Texts of tool outputs that stay. A later step may put evidence in their place, so that a constraint which stands
   * nowhere else counts as lost. @default []
   */
  readonly outputs?: readonly string[];
  /**
   * Texts that the summary was made from: what leaves the window, the summary before, and what else its author was
   * given, such as a rendered checkpoint or a note.
   */
  readonly source: readonly string[];
  /** Ids of items that recall can read back. */
  readonly archived: ReadonlySet<string>;
}

export interface Verification {
  readonly report: FidelityReport;
  /** Everything that must be kept, in the order of the facts, whatever became of it. */
  readonly mustKeep: readonly FactFinding[];
  readonly invented: readonly InventedString[];
}

/**
 * Gives the check of summaries against the facts of what they stand for and against their source. Pure, and linear in
 * the length of all texts: the window is read once and the source once, and again only for strings that a later summary
 * has and none before it.
 */
export function summaryVerifier(input: VerificationInput): (summary: string) => Verification {
  const { facts, window, source, outputs = [], stated: state = "" } = input;
  const finder = new FactFinder(facts);
  const seenIn = (text: string): number[] => [...finder.find(text, "window").current.keys()];
  const isRule = (index: number): boolean => facts[index]?.kind === "constraint";
  const inOutputs = outputs.flatMap(seenIn).filter((index) => !isRule(index));
  const inWindow = new Set([...window.flatMap(seenIn), ...inOutputs]);
  const inState = new Set(seenIn(state));
  const stated = facts.flatMap(({ text, value }) => [text, value]);
  const strings = new SummarySource([...stated, state, ...window, ...outputs, ...source]);
  return (summary) => {
    const inSummary = finder.find(summary, "summary");
    const examined = strings.examine(summary);
    const standIns = findStandIns(input, summary, {
      facts: facts
        .map((_, index) => index)
        .filter((index) => !inSummary.current.has(index) && (!inWindow.has(index) || isRule(index))),
      strings: new NearStrings(summary, examined),
    });
    const findings = facts.map((fact, index): FactFinding => {
      if (inSummary.current.has(index)) return { fact, class: "retained", visibleIn: "summary" };
      const standIn = standIns.get(index);
      const stale = staleAt(summary, inSummary, index);
      // Beside the user's own words another version of a rule must not stand either.
      const isAltered = (isRule(index) || !inWindow.has(index)) && (standIn ?? stale) !== undefined;
      if ((inWindow.has(index) || inState.has(index)) && !isAltered)
        return { fact, class: "retained", visibleIn: "window" };
      const finding = lostFinding(fact, input, { standIn, stale });
      return inWindow.has(index) ? { ...finding, visibleIn: "window" } : finding;
    });
    return verificationOf(findings, inventedOf(examined));
  };
}

const verificationOf = (
  findings: readonly FactFinding[],
  invented: readonly InventedString[],
): Verification => ({
  report: makeReport(
    findings,
    invented.map(({ value }) => value),
  ),
  mustKeep: findings.filter(({ fact }) => fact.must),
  invented,
});

/** The check of one summary. */
export const verifySummary = ({
  summary,
  ...input
}: VerificationInput & { readonly summary: string }): Verification => summaryVerifier(input)(summary);

function lostFinding(
  fact: Fact,
  { archived }: VerificationInput,
  { standIn, stale }: { readonly standIn: StandIn | undefined; readonly stale: StandIn | undefined },
): FactFinding {
  if (stale !== undefined) return { fact, class: "stale", standIn: stale };
  if (standIn !== undefined) return { fact, class: "mutated", standIn };
  const isArchived = !fact.must && fact.itemIds.some((id) => archived.has(id));
  return { fact, class: isArchived ? "recoverable" : "missing" };
}

function staleAt(summary: string, { superseded }: FactSightings, index: number): StandIn | undefined {
  const span = superseded.get(index);
  return span === undefined ? undefined : { ...span, text: summary.slice(span.start, span.end) };
}

/** What stands in the summary in place of facts that are not visible, and was never said. Each stands for one fact. */
function findStandIns(
  { facts, window, source, outputs = [] }: VerificationInput,
  summary: string,
  lost: { readonly facts: readonly number[]; readonly strings: NearStrings },
): Map<number, StandIn> {
  const standIns = new Map<number, StandIn>();
  const candidates = new Map<number, readonly StandIn[]>();
  const sentences = lost.facts.some((index) => facts[index]?.kind === "constraint")
    ? new NearSentences(summary)
    : undefined;
  for (const index of lost.facts) {
    const fact = facts[index] as Fact;
    if (fact.kind === "constraint") candidates.set(index, sentences?.findFor(fact.value) ?? []);
    else {
      const standIn = lost.strings.findFor(fact);
      if (standIn !== undefined)
        standIns.set(index, { text: standIn.text, start: standIn.start, end: standIn.end });
    }
  }
  const stated = facts.filter(({ kind }) => kind === "constraint").map(({ value }) => value);
  const said = saidTexts([...candidates.values()].flat(), [...stated, ...window, ...outputs, ...source]);
  const taken = new Set<number>();
  for (const [index, list] of candidates) {
    const standIn = list.find(({ text, start }) => !said.has(text) && !taken.has(start));
    if (standIn === undefined) continue;
    taken.add(standIn.start);
    standIns.set(index, standIn);
  }
  return standIns;
}

/** Which of the sentences stand in the source, word for word: those were said and not altered. */
export function saidTexts(sentences: readonly StandIn[], source: Iterable<string>): Set<string> {
  const texts = [...new Set(sentences.map(({ text }) => text))];
  const said = new Set<string>();
  if (texts.length === 0) return said;
  const finder = new StringFinder(texts);
  for (const text of source) {
    finder.scan(text, (index, start, end) => {
      const sentence = texts[index] ?? "";
      if (!said.has(sentence) && isWholeWord(text, start, end) && isClause(text, start, end))
        said.add(sentence);
    });
  }
  return said;
}
