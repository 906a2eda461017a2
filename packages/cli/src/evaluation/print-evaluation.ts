import type { EvaluationReport, EvaluationSummary } from "plimsoll/evaluation";
import { formatCount, formatNumber } from "../output/format-number.js";
import type { Output } from "../output/output.js";
import { type Column, table } from "../output/table.js";

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
  }
  await output.line();
  for (const line of LEGEND) await output.line(dim(line));
}

const LEGEND: readonly string[] = [
  "recall: needed strings still visible; bound: visible near a rare word that gave them their meaning",
  "user text: user sentences kept verbatim; files: edited files still named; invented: identifiers that never occurred",
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

/** `4.7 %`, `10 %`. */
export function percent(share: number): string {
  const value = share * 100;
  return `${value > 0 && value < 10 ? value.toFixed(1).replace(/\.0$/, "") : Math.round(value)} %`;
}
