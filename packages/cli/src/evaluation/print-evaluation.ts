import type { EvaluationReport, EvaluationSummary, RepeatedReport } from "plimsoll/evaluation";
import { formatCount, formatNumber } from "../output/format-number.js";
import type { Output } from "../output/output.js";
import { type Column, table } from "../output/table.js";
import { AGE_LEGEND, ageTable } from "./age-table.js";
import { percent } from "./percent.js";

const right = (title: string): Column => ({ title, align: "right" });

const COLUMNS: readonly Column[] = [
  { title: "method" },
  right("recall"),
  right("bound"),
  right("user text"),
  right("files"),
  right("invented"),
  right("budget used"),
  { title: "violations" },
];

/** One table per budget, and the meaning of its columns. */
export async function printEvaluation(report: EvaluationReport, output: Output): Promise<void> {
  const { bold, dim } = output.colors;
  const measured = report.sessions.filter(({ cuts }) => cuts.length > 0);
  const cuts = measured.flatMap((session) => session.cuts);
  const needed = cuts.reduce((sum, cut) => sum + cut.needed, 0);
  await output.line(
    `${bold(formatCount(measured.length, "session"))} of ${formatNumber(report.sessions.length)}, cut at ` +
      `${formatCount(cuts.length, "place")}; later calls need ${formatCount(needed, "string")} from before the cut`,
  );
  for (const budget of new Set(report.summaries.map((summary) => summary.budget))) {
    await output.line();
    await output.line(bold(`Compacted to ${percent(budget)}`));
    const rows = report.summaries.filter((summary) => summary.budget === budget);
    await output.line(table(COLUMNS, rows.map(cellsOf)));
    await output.line();
    await output.line(ageTable(rows));
  }
  if (report.repeated) await printRepeated(report.repeated, output);
  await output.line();
  for (const line of LEGEND) await output.line(dim(line));
}

/** What is left after many compactions of each session. */
async function printRepeated({ rounds, summaries }: RepeatedReport, output: Output): Promise<void> {
  for (const budget of new Set(summaries.map((summary) => summary.budget))) {
    await output.line();
    await output.line(
      output.colors.bold(`Compacted ${formatNumber(rounds)} times in a row, each time to ${percent(budget)}`),
    );
    await output.line(ageTable(summaries.filter((summary) => summary.budget === budget)));
  }
  if (summaries.length > 0) return;
  await output.line();
  await output.line(`No session is long enough to be compacted ${formatNumber(rounds)} times.`);
}

const LEGEND: readonly string[] = [
  "recall: needed strings still visible; bound: visible near a rare word that gave them their meaning",
  "user text: user sentences kept verbatim; files: edited files still named; invented: identifiers that never occurred",
  ...AGE_LEGEND,
];

function cellsOf(summary: EvaluationSummary): string[] {
  return [
    summary.method,
    percent(summary.recall),
    percent(summary.boundRecall),
    summary.userSentences === null ? "-" : percent(summary.userSentences),
    summary.editedFiles === null ? "-" : percent(summary.editedFiles),
    percent(summary.invented),
    percent(summary.budgetUse),
    violations(summary),
  ];
}

function violations({ overBudget, orphans, refused }: EvaluationSummary): string {
  const found = [
    overBudget > 0 && `${formatNumber(overBudget)} over budget`,
    orphans > 0 && formatCount(orphans, "orphan"),
    refused > 0 && `${formatNumber(refused)} refused`,
  ].filter((text) => text !== false);
  return found.length === 0 ? "none" : found.join(", ");
}
