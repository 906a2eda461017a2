import type { KeptFacts, SummaryAges } from "plimsoll/evaluation";
import { type Column, table } from "../output/table.js";
import { percent } from "./percent.js";

interface AgedSummary {
  readonly method: string;
  readonly ages: SummaryAges | null;
  readonly facts: KeptFacts;
}

const right = (title: string): Column => ({ title, align: "right" });

const COLUMNS: readonly Column[] = [
  { title: "summary by age" },
  right("oldest"),
  right("older"),
  right("newer"),
  right("newest"),
  right("other"),
  right("new facts"),
  right("open"),
  right("closed"),
];

export const AGE_LEGEND: readonly string[] = [
  "oldest to newest: tokens of the summary by the quarter in which its lines were last said; other: headings and marks",
  "new facts, open: what the ledgers know of the newest quarter, and of open matters, and the window tells; closed: gone or told as settled",
];

/** How old the things are that summaries say, and how much of what is known they tell. */
export function ageTable(summaries: readonly AgedSummary[]): string {
  return table(COLUMNS, summaries.map(cellsOf));
}

function cellsOf({ method, ages, facts }: AgedSummary): string[] {
  const shares = ages === null ? [] : [...ages.quarters, ages.unattributed];
  return [
    method,
    ...COLUMNS.slice(1, 6).map((_, index) => (shares[index] === undefined ? "-" : percent(shares[index]))),
    ...[facts.newest, facts.open, facts.closed].map(({ kept, all }) =>
      all === 0 ? "-" : percent(kept / all),
    ),
  ];
}
