import { CompactError } from "../errors/compact-error.js";
import { createItemMeter } from "../tokens/create-item-meter.js";
import type { ItemMeter } from "../tokens/item-meter.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";
import { BASELINE_METHODS } from "./baseline-methods.js";
import { compactRepeatedly } from "./compact-repeatedly.js";
import { compactionMethod } from "./compaction-method.js";
import { type EvaluationCase, evaluationCases } from "./evaluation-case.js";
import type { EvaluationMethod } from "./evaluation-method.js";
import {
  type EvaluatedSession,
  type EvaluationReport,
  type EvaluationRow,
  summarizeRows,
} from "./evaluation-report.js";
import type { EvaluationSession } from "./evaluation-session.js";
import { readableText } from "./readable-text.js";
import { type RepeatedRow, repeatedReport } from "./repeated-report.js";
import { scoreRefusal, scoreWindow } from "./score-window.js";
import { TextIndex } from "./text-index.js";

export interface EvaluationOptions {
  readonly estimator: TokenEstimator;
  /** Shares of the prefix that a window may have. @default [0.02, 0.05, 0.1, 0.25] */
  readonly budgets?: readonly number[];
  /** Where sessions are cut, as shares of their tokens. @default [0.5, 0.75] */
  readonly cuts?: readonly number[];
  /** How many times each session is also compacted in a row, as it grows; at least 2. @default not at all */
  readonly rounds?: number;
  /** @default the embedded summarizer and the baselines */
  readonly methods?: readonly EvaluationMethod[];
  /** Told before every session, which waits for it. */
  readonly onProgress?: (done: number, all: number) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

export const EVALUATION_BUDGETS: readonly number[] = Object.freeze([0.02, 0.05, 0.1, 0.25]);
const CUTS: readonly number[] = [0.5, 0.75];
/** A string in more than this share of the other sessions says nothing about one of them. */
const COMMON_SHARE = 0.2;
/** With fewer other sessions a single one of them would decide. */
const LEAST_OTHERS = 5;

/**
 * Measures on recorded sessions what would survive a compaction: cuts the sessions, compacts their first parts,
 * and searches the windows for the exact strings that calls after the cut took from memory.
 */
export async function evaluateSessions(
  sessions: readonly EvaluationSession[],
  options: EvaluationOptions,
): Promise<EvaluationReport> {
  const { estimator, cuts = CUTS, budgets = EVALUATION_BUDGETS, rounds = 0, onProgress, signal } = options;
  checkShares("budgets", budgets);
  checkShares("cuts", cuts);
  checkRounds(rounds);
  const texts = sessions.map(
    ({ format, items }) => new TextIndex(items.map((item) => readableText(format.view(item)))),
  );
  const methods = options.methods ?? [compactionMethod("plimsoll", { estimator }), ...BASELINE_METHODS];
  const rows: EvaluationRow[] = [];
  const repeated: RepeatedRow[] = [];
  const evaluated: EvaluatedSession[] = [];
  for (const [index, session] of sessions.entries()) {
    await onProgress?.(index, sessions.length);
    signal?.throwIfAborted();
    const meter = createItemMeter(session.format, estimator);
    const others = texts.filter((_, other) => other !== index);
    const cases = evaluationCases(session, { meter, cuts, isCommon: (string) => isCommon(string, others) });
    evaluated.push({
      name: session.name,
      tokens: session.items.reduce((sum, item) => sum + meter.tokens(item), 0),
      cuts: cases.map(({ cut, prefixTokens, needed }) => ({ cut, prefixTokens, needed: needed.length })),
    });
    const run = { ...options, budgets, methods, meter };
    for (const subject of cases) rows.push(...(await evaluateCase(subject, run)));
    if (rounds > 0) repeated.push(...(await compactRepeatedly(session, { ...run, rounds })));
  }
  const byMethod = <R extends { readonly method: string }>(list: readonly R[]): R[] =>
    methods.flatMap(({ name }) => list.filter((row) => row.method === name));
  return {
    sessions: evaluated,
    summaries: summarizeRows(byMethod(rows)),
    rows: byMethod(rows),
    ...(rounds > 0 ? { repeated: repeatedReport(rounds, byMethod(repeated)) } : {}),
  };
}

function checkShares(name: string, shares: readonly number[]): void {
  const wrong = shares.find((share) => !(share > 0 && share <= 1));
  if (wrong === undefined) return;
  throw new CompactError("INVALID_INPUT", `${name} has ${wrong}; pass shares above 0 and up to 1.`, {
    details: { name, value: wrong },
  });
}

function checkRounds(rounds: number): void {
  if (rounds === 0 || (Number.isInteger(rounds) && rounds >= 2)) return;
  throw new CompactError("INVALID_INPUT", `rounds is ${rounds}; pass a whole number of at least 2.`, {
    details: { name: "rounds", value: rounds },
  });
}

function isCommon(string: string, others: readonly TextIndex[]): boolean {
  if (others.length < LEAST_OTHERS) return false;
  const most = COMMON_SHARE * others.length;
  let found = 0;
  return others.some((text) => text.has(string) && ++found > most);
}

interface CaseRun extends EvaluationOptions {
  readonly budgets: readonly number[];
  readonly methods: readonly EvaluationMethod[];
  readonly meter: ItemMeter<object>;
}

async function evaluateCase(subject: EvaluationCase, run: CaseRun): Promise<EvaluationRow[]> {
  const rows: EvaluationRow[] = [];
  for (const method of run.methods) {
    for (const budget of run.budgets) {
      const targetTokens = subject.fixedTokens + Math.max(1, Math.floor(budget * subject.prefixTokens));
      const { tokens, score } = await evaluateWindow(subject, method, { ...run, targetTokens });
      const { session, cut } = subject;
      rows.push({ session: session.name, cut, method: method.name, budget, targetTokens, tokens, ...score });
    }
  }
  return rows;
}

async function evaluateWindow(
  subject: EvaluationCase,
  method: EvaluationMethod,
  { meter, targetTokens, signal }: CaseRun & { readonly targetTokens: number },
): Promise<{ readonly tokens: number; readonly score: ReturnType<typeof scoreWindow> }> {
  const { session, items } = subject;
  const request = { format: session.format, items, targetTokens, meter, ...(signal ? { signal } : {}) };
  let window: readonly object[];
  try {
    window = await method.compact(request);
  } catch (error) {
    if (!CompactError.isInstance(error) || error.code === "ABORTED") throw error;
    return { tokens: 0, score: scoreRefusal(subject, error.code) };
  }
  const tokens = window.reduce((sum, item) => sum + meter.tokens(item), 0);
  const views = window.map((item) => meter.view(item));
  return { tokens, score: scoreWindow(subject, views, { items: window, overBudget: tokens > targetTokens }) };
}
