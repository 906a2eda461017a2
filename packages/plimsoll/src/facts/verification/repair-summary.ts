import { largestWhere } from "../../collections/largest-where.js";
import { HEADINGS } from "../checkpoint/checkpoint-layout.js";
import type { Fact } from "./fact.js";
import { FactFinder, type FactSighting } from "./fact-finder.js";
import type { FactFinding } from "./fidelity-report.js";
import { applyEdits, inventedEdits, type RemovedString, type TextEdit } from "./remove-invented.js";
import type { Verification } from "./verify-summary.js";

export interface RepairInput {
  readonly summary: string;
  readonly verification: Pick<Verification, "mustKeep" | "invented">;
  readonly maxTokens: number;
  count(text: string): number;
}

export interface RepairedSummary {
  readonly fits: true;
  readonly text: string;
  readonly tokens: number;
  /** Ids of facts that were missing and were put in. */
  readonly restored: readonly string[];
  /** Ids of facts that stood there altered or superseded and were put right in their place. */
  readonly corrected: readonly string[];
  readonly removed: readonly RemovedString[];
  readonly droppedLines: number;
}

/** What must be kept is larger than what is allowed. */
export interface UnfitSummary {
  readonly fits: false;
  readonly needed: number;
  readonly available: number;
}

/**
 * A summary with everything in it that must be kept, nothing that was invented, and at most `maxTokens`: altered
 * statements are put right where they stand, missing ones go to the top, and other lines give way from the end. What
 * is in order already is returned as it is.
 */
export function repairSummary(input: RepairInput): RepairedSummary | UnfitSummary {
  const { summary, verification, maxTokens, count } = input;
  const tokens = count(summary);
  if (tokens <= maxTokens && isInOrder(verification)) return { ...UNTOUCHED, text: summary, tokens };
  const required = verification.mustKeep
    .filter(({ visibleIn }) => visibleIn !== "window")
    .map(({ fact }) => fact);
  const finder = new FactFinder(required);
  const edited = editSummary(summary, verification);
  const restored = missingFrom(edited.text, required, finder);
  const whole = putIn(edited.text, required, { missing: restored, finder });
  const isRestored = new Set(restored);
  const corrected = edited.corrected.filter((fact) => !isRestored.has(fact));
  const fitted = fit(whole, { required, finder, maxTokens, count });
  if (!fitted.fits) return fitted;
  return {
    ...fitted,
    restored: restored.map(({ id }) => id),
    corrected: corrected.map(({ id }) => id),
    removed: edited.removed,
  };
}

const UNTOUCHED = { fits: true, restored: [], corrected: [], removed: [], droppedLines: 0 } as const;

const isInOrder = ({ mustKeep, invented }: RepairInput["verification"]): boolean =>
  invented.length === 0 && mustKeep.every((finding) => finding.class === "retained");

interface Edited {
  readonly text: string;
  readonly corrected: readonly Fact[];
  readonly removed: readonly RemovedString[];
}

/** Puts right what stands in place of a fact, and takes out what was invented elsewhere. */
function editSummary(summary: string, { mustKeep, invented }: RepairInput["verification"]): Edited {
  const corrections = mustKeep
    .filter(({ standIn }) => standIn !== undefined)
    .sort((one, other) => startOf(one) - startOf(other));
  const edits: TextEdit[] = [];
  const corrected: Fact[] = [];
  for (const { fact, standIn } of corrections) {
    if (standIn === undefined || standIn.start < (edits.at(-1)?.end ?? 0)) continue;
    edits.push({ start: standIn.start, end: standIn.end, replacement: fact.value });
    corrected.push(fact);
  }
  const elsewhere = invented.filter(({ start, end }) => !overlapsAny(edits, start, end));
  const removal = inventedEdits(summary, elsewhere);
  const others = removal.edits.filter(({ start, end }) => !overlapsAny(edits, start, end));
  const all = [...edits, ...others].sort((one, other) => one.start - other.start);
  return { text: applyEdits(summary, all), corrected, removed: removal.removed };
}

const startOf = ({ standIn }: FactFinding): number => standIn?.start ?? 0;

/** Edits are in order and do not overlap. */
function overlapsAny(edits: readonly TextEdit[], start: number, end: number): boolean {
  const before = largestWhere(0, edits.length - 1, (index) => (edits[index]?.end ?? 0) <= start);
  return (edits[before + 1]?.start ?? Number.POSITIVE_INFINITY) < end;
}

function missingFrom(text: string, required: readonly Fact[], finder: FactFinder): Fact[] {
  const { current } = finder.find(text, "summary");
  return required.filter((_, index) => !current.has(index));
}

interface Insertion {
  readonly missing: readonly Fact[];
  readonly finder: FactFinder;
}

/** Puts missing facts under the heading of their section, as they read there; bare where that does not show them. */
function putIn(text: string, required: readonly Fact[], { missing, finder }: Insertion): string {
  if (missing.length === 0) return text;
  const written = insertLines(text, missing, () => false);
  const unseen = new Set(missingFrom(written, required, finder));
  return unseen.size === 0 ? written : insertLines(text, missing, (fact) => unseen.has(fact));
}

function insertLines(text: string, missing: readonly Fact[], isBare: (fact: Fact) => boolean): string {
  const lines = text === "" ? [] : text.split("\n");
  const top: string[] = [];
  for (const [heading, facts] of bySection(missing)) {
    const entries = facts.map((fact) => `- ${isBare(fact) ? fact.value : fact.text}`);
    const at = lines.indexOf(heading);
    if (at < 0) top.push(heading, ...entries);
    else lines.splice(at + 1, 0, ...entries);
  }
  return [...top, ...lines].join("\n");
}

function bySection(facts: readonly Fact[]): Map<string, Fact[]> {
  const sections = new Map<string, Fact[]>();
  for (const fact of facts) {
    const heading = HEADINGS[fact.section];
    const list = sections.get(heading);
    if (list === undefined) sections.set(heading, [fact]);
    else list.push(fact);
  }
  return sections;
}

interface FitOptions extends Pick<RepairInput, "maxTokens" | "count"> {
  readonly required: readonly Fact[];
  readonly finder: FactFinder;
}

type Fitted = Pick<RepairedSummary, "fits" | "text" | "tokens" | "droppedLines"> | UnfitSummary;

/**
 * Lines that show nothing that must be kept give way from the end. Where that is not enough, what must be kept stands
 * by itself, without the lines it was found in, and the other lines follow as far as they fit.
 */
function fit(text: string, options: FitOptions): Fitted {
  const { required, finder, maxTokens, count } = options;
  const tokens = count(text);
  if (tokens <= maxTokens) return { fits: true, text, tokens, droppedLines: 0 };
  const lines = text.split("\n");
  const kept = linesOfSightings(text, finder.find(text, "summary").current.values());
  const fitted = withLinesThatFit(lines, kept, options);
  if (fitted !== undefined && missingFrom(fitted.text, required, finder).length === 0) return fitted;
  const { bare, needed } = bareSummary(options);
  if (needed > maxTokens) return { fits: false, needed, available: maxTokens };
  const bareLines = bare === "" ? [] : bare.split("\n");
  const others = lines.filter((_, index) => !kept.has(index));
  const rebuilt = withLinesThatFit([...bareLines, ...others], new Set(bareLines.keys()), options);
  const isSound = rebuilt !== undefined && missingFrom(rebuilt.text, required, finder).length === 0;
  return isSound ? rebuilt : { fits: true, text: bare, tokens: needed, droppedLines: lines.length };
}

/** What must be kept and nothing else: under headings, or line by line where those do not fit. */
function bareSummary({ required, finder, maxTokens, count }: FitOptions): { bare: string; needed: number } {
  const headed = putIn("", required, { missing: required, finder });
  const needed = count(headed);
  if (needed <= maxTokens) return { bare: headed, needed };
  const lines = required.map(({ text }) => text).join("\n");
  const bare =
    missingFrom(lines, required, finder).length === 0 ? lines : required.map(({ value }) => value).join("\n");
  return { bare, needed: count(bare) };
}

/** The kept lines and as many of the others, from the top, as fit. */
function withLinesThatFit(
  lines: readonly string[],
  kept: ReadonlySet<number>,
  { maxTokens, count }: FitOptions,
): Exclude<Fitted, UnfitSummary> | undefined {
  const others = lines.map((_, index) => index).filter((index) => !kept.has(index));
  const withFirst = (number: number): Exclude<Fitted, UnfitSummary> => {
    const shown = new Set(others.slice(0, number));
    const text = lines.filter((_, index) => kept.has(index) || shown.has(index)).join("\n");
    return { fits: true, text, tokens: count(text), droppedLines: others.length - number };
  };
  const most = largestWhere(0, others.length, (number) => withFirst(number).tokens <= maxTokens);
  return most < 0 ? undefined : withFirst(most);
}

/** The numbers of the lines that the spans touch. */
function linesOfSightings(text: string, sightings: Iterable<FactSighting>): Set<number> {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const spans = [...sightings].sort((one, other) => one.start - other.start);
  const lines = new Set<number>();
  let line = 0;
  for (const { start, end } of spans) {
    while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= start) line++;
    for (let next = line; (starts[next] ?? Number.POSITIVE_INFINITY) < end; next++) lines.add(next);
  }
  return lines;
}
