import { addKeptFacts, type KeptFacts } from "./kept-facts.js";
import { ageShares, type SummaryAges } from "./summary-ages.js";

/** A session after its last compaction of many: one method, one budget. */
export interface RepeatedRow {
  readonly session: string;
  readonly method: string;
  /** The share of the session that every window may have. */
  readonly budget: number;
  readonly targetTokens: number;
  readonly tokens: number;
  /** Compactions that were refused; the window stayed as it was. */
  readonly refused: number;
  readonly overBudget: boolean;
  /** Tokens of the last summary by the age of what it says. */
  readonly ages: SummaryAges;
  readonly facts: KeptFacts;
}

/** A method at a budget, over all sessions. */
export interface RepeatedSummary {
  readonly method: string;
  readonly budget: number;
  readonly refused: number;
  readonly overBudget: number;
  readonly ages: SummaryAges | null;
  readonly facts: KeptFacts;
}

export interface RepeatedReport {
  /** How often each session was compacted. */
  readonly rounds: number;
  readonly summaries: readonly RepeatedSummary[];
  readonly rows: readonly RepeatedRow[];
}

/** The rows by method and budget, in the order in which they first come. */
export function repeatedReport(rounds: number, rows: readonly RepeatedRow[]): RepeatedReport {
  const groups = new Map<string, RepeatedRow[]>();
  for (const row of rows) {
    const key = `${row.method} ${row.budget}`;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return { rounds, summaries: [...groups.values()].map(summarize), rows };
}

function summarize(rows: readonly RepeatedRow[]): RepeatedSummary {
  const [{ method, budget }] = rows as readonly [RepeatedRow];
  return {
    method,
    budget,
    refused: rows.reduce((sum, row) => sum + row.refused, 0),
    overBudget: rows.filter((row) => row.overBudget).length,
    ages: ageShares(rows.map((row) => row.ages)),
    facts: rows.map((row) => row.facts).reduce(addKeptFacts),
  };
}
