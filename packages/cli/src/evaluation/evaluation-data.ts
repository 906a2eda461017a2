import type {
  EvaluationReport,
  EvaluationRow,
  EvaluationSummary,
  KeptFacts,
  RepeatedReport,
  RepeatedRow,
  RepeatedSummary,
  SummaryAges,
} from "plimsoll/evaluation";
import type { SkippedFile } from "./read-sessions.js";

/** The report in the names that the command line prints. */
export function evaluationData(report: EvaluationReport, skipped: readonly SkippedFile[]): object {
  return {
    sessions: report.sessions.map(({ name, tokens, cuts }) => ({
      path: name,
      tokens,
      cuts: cuts.map(({ cut, prefixTokens, needed }) => ({
        items: cut,
        prefix_tokens: prefixTokens,
        needed,
      })),
    })),
    skipped,
    results: report.summaries.map(summaryData),
    ...(report.repeated ? { repeated: repeatedData(report.repeated) } : {}),
  };
}

/** The same with every window that was measured. */
export function detailedData(report: EvaluationReport, skipped: readonly SkippedFile[]): object {
  const { repeated } = report;
  return {
    ...evaluationData(report, skipped),
    windows: report.rows.map(rowData),
    ...(repeated ? { repeated_windows: repeated.rows.map(repeatedRowData) } : {}),
  };
}

function repeatedData({ rounds, summaries }: RepeatedReport): object {
  return { rounds, results: summaries.map(repeatedSummaryData) };
}

function repeatedSummaryData(summary: RepeatedSummary): object {
  return {
    method: summary.method,
    budget: summary.budget,
    summary_by_age: agesData(summary.ages),
    facts: factsData(summary.facts),
    over_budget: summary.overBudget,
    refused: summary.refused,
  };
}

function repeatedRowData(row: RepeatedRow): object {
  return {
    path: row.session,
    method: row.method,
    budget: row.budget,
    target_tokens: row.targetTokens,
    tokens: row.tokens,
    summary_tokens_by_age: agesData(row.ages),
    facts: factsData(row.facts),
    over_budget: row.overBudget,
    refused: row.refused,
  };
}

function agesData(ages: SummaryAges | null): object | null {
  if (ages === null) return null;
  return { quarters: ages.quarters.map(rounded), unattributed: rounded(ages.unattributed) };
}

function factsData({ newest, open, closed }: KeptFacts): object {
  return { newest, open, closed };
}

function summaryData(summary: EvaluationSummary): object {
  return {
    method: summary.method,
    budget: summary.budget,
    recall: rounded(summary.recall),
    bound_recall: rounded(summary.boundRecall),
    recall_by_kind: Object.fromEntries(
      Object.entries(summary.kinds).map(([kind, { kept, all }]) => [kind, { kept, all }]),
    ),
    user_sentences: rounded(summary.userSentences),
    edited_files: rounded(summary.editedFiles),
    invented: rounded(summary.invented),
    budget_use: rounded(summary.budgetUse),
    over_budget: summary.overBudget,
    orphans: summary.orphans,
    refused: summary.refused,
    summary_by_age: agesData(summary.ages),
    facts: factsData(summary.facts),
  };
}

function rowData(row: EvaluationRow): object {
  return {
    path: row.session,
    items: row.cut,
    method: row.method,
    budget: row.budget,
    target_tokens: row.targetTokens,
    tokens: row.tokens,
    recall: rounded(row.recall),
    bound_recall: rounded(row.boundRecall),
    user_sentences: rounded(row.userSentences),
    edited_files: rounded(row.editedFiles),
    invented: row.inventedExamples,
    over_budget: row.overBudget,
    orphans: row.orphans,
    ...(row.refused === undefined ? {} : { refused: row.refused }),
    summary_tokens_by_age: agesData(row.ages),
    facts: factsData(row.facts),
    lost: row.lost,
  };
}

/** Four digits say more than the measure does. */
function rounded(share: number | null): number | null {
  return share === null ? null : Math.round(share * 10_000) / 10_000;
}
