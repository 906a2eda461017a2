import type { StringKind } from "./call-strings.js";
import { addKeptFacts, type KeptFacts } from "./kept-facts.js";
import type { RepeatedReport } from "./repeated-report.js";
import { type SummaryAges, ageShares } from "./summary-ages.js";
import { addTally, type Tally } from "./tally.js";

/** One window: one method, one budget, one cut of one session. Shares are from 0 to 1. */
export interface EvaluationRow {
  readonly session: string;
  /** Items before the cut. */
  readonly cut: number;
  readonly method: string;
  /** The share of the prefix that the window may have. */
  readonly budget: number;
  readonly targetTokens: number;
  readonly tokens: number;
  /** Needed strings that can be read in the window; 0 for a window over its budget. */
  readonly recall: number;
  /** Those near a word that gave them their meaning. */
  readonly boundRecall: number;
  readonly kinds: Readonly<Partial<Record<StringKind, Tally>>>;
  /** The share of user sentences kept verbatim; null if there are none. */
  readonly userSentences: number | null;
  /** The share of edited files that are named; null if none was edited. */
  readonly editedFiles: number | null;
  /** Identifiers, paths and numbers of the window, and the first of those that never occurred. */
  readonly identifiers: number;
  readonly invented: number;
  readonly inventedExamples: readonly string[];
  readonly overBudget: boolean;
  /** Calls without their result, and results without their call. */
  readonly orphans: number;
  /** Why there is no window; that counts as nothing kept. */
  readonly refused?: string;
  /** Tokens of the summary by the age of what it says. */
  readonly ages: SummaryAges;
  readonly facts: KeptFacts;
  /** The first needed strings that cannot be read any more. */
  readonly lost: readonly string[];
}

/** A method at a budget, over all cuts. Shares are means over cuts, `invented` and `kinds` over all strings. */
export interface EvaluationSummary {
  readonly method: string;
  readonly budget: number;
  readonly recall: number;
  readonly boundRecall: number;
  readonly kinds: Readonly<Partial<Record<StringKind, Tally>>>;
  readonly userSentences: number | null;
  readonly editedFiles: number | null;
  readonly invented: number;
  readonly budgetUse: number;
  readonly overBudget: number;
  readonly orphans: number;
  readonly refused: number;
  /** Shares of a summary by the age of what it says; null if no window has a summary. */
  readonly ages: SummaryAges | null;
  readonly facts: KeptFacts;
}

/** A session, and its measurable cuts. */
export interface EvaluatedSession {
  readonly name: string;
  readonly tokens: number;
  /** The measured cuts; none if later calls need too few earlier strings. */
  readonly cuts: readonly { readonly cut: number; readonly prefixTokens: number; readonly needed: number }[];
}

export interface EvaluationReport {
  readonly sessions: readonly EvaluatedSession[];
  readonly summaries: readonly EvaluationSummary[];
  readonly rows: readonly EvaluationRow[];
  /** The sessions compacted many times, if that was asked for. */
  readonly repeated?: RepeatedReport;
}

/** The rows by method and budget, in the order in which they first come. */
export function summarizeRows(rows: readonly EvaluationRow[]): EvaluationSummary[] {
  const groups = new Map<string, EvaluationRow[]>();
  for (const row of rows) {
    const key = `${row.method} ${row.budget}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups.values()].map(summarize);
}

function summarize(rows: readonly EvaluationRow[]): EvaluationSummary {
  const [first] = rows as readonly [EvaluationRow];
  const written = rows.filter((row) => row.refused === undefined);
  const sum = (value: (row: EvaluationRow) => number): number =>
    rows.reduce((total, row) => total + value(row), 0);
  const identifiers = sum((row) => row.identifiers);
  return {
    method: first.method,
    budget: first.budget,
    recall: mean(rows.map((row) => row.recall)) ?? 0,
    boundRecall: mean(rows.map((row) => row.boundRecall)) ?? 0,
    kinds: addTallies(rows.map((row) => row.kinds)),
    userSentences: mean(rows.map((row) => row.userSentences)),
    editedFiles: mean(rows.map((row) => row.editedFiles)),
    invented: identifiers === 0 ? 0 : sum((row) => row.invented) / identifiers,
    budgetUse: mean(written.map((row) => row.tokens / row.targetTokens)) ?? 0,
    overBudget: sum((row) => Number(row.overBudget)),
    orphans: sum((row) => row.orphans),
    refused: rows.length - written.length,
    ages: ageShares(rows.map((row) => row.ages)),
    facts: rows.map((row) => row.facts).reduce(addKeptFacts),
  };
}

function mean(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null);
  return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
}

type Kinds = EvaluationRow["kinds"];

function addTallies(list: readonly Kinds[]): Kinds {
  const total: Partial<Record<StringKind, Tally>> = {};
  for (const kinds of list) {
    for (const [kind, { kept, all }] of Object.entries(kinds) as [StringKind, Tally][]) {
      const before = total[kind] ?? { kept: 0, all: 0 };
      total[kind] = addTally(before, { kept, all });
    }
  }
  return total;
}
