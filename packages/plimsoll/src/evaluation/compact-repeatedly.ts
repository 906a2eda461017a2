import { CompactError } from "../errors/compact-error.js";
import type { ItemMeter } from "../tokens/item-meter.js";
import { cutPoints } from "./cut-points.js";
import type { EvaluationMethod } from "./evaluation-method.js";
import type { EvaluationSession } from "./evaluation-session.js";
import { isFixed } from "./is-fixed.js";
import { keptFacts } from "./kept-facts.js";
import { readableText } from "./readable-text.js";
import type { RepeatedRow } from "./repeated-report.js";
import { sessionFacts } from "./session-facts.js";
import { ageReader } from "./summary-ages.js";

export interface RepeatedRun {
  readonly rounds: number;
  readonly budgets: readonly number[];
  readonly methods: readonly EvaluationMethod[];
  readonly meter: ItemMeter<object>;
  readonly signal?: AbortSignal;
}

/**
 * A session in parts of about the same size: each part follows the window that the one before left, and the window is
 * compacted again. No row for a session that cannot be cut so often.
 */
export async function compactRepeatedly(
  session: EvaluationSession,
  run: RepeatedRun,
): Promise<RepeatedRow[]> {
  const { budgets, methods, meter } = run;
  const parts = partsOf(session.items, run);
  if (parts.length < run.rounds) return [];
  const views = session.items.map((item) => meter.view(item));
  const total = sizeOf(session.items, meter);
  const fixed = sizeOf(
    session.items.filter((item) => isFixed(meter.view(item))),
    meter,
  );
  const agesOf = ageReader(session.items, meter);
  const facts = sessionFacts(views);
  const rows: RepeatedRow[] = [];
  for (const method of methods) {
    for (const budget of budgets) {
      const targetTokens = fixed + Math.max(1, Math.floor(budget * (total - fixed)));
      const { window, refused } = await windowAfter(session, parts, { ...run, method, targetTokens });
      const tokens = sizeOf(window, meter);
      const overBudget = tokens > targetTokens;
      const texts = overBudget ? [] : window.map((item) => readableText(meter.view(item)));
      rows.push({
        session: session.name,
        method: method.name,
        budget,
        targetTokens,
        tokens,
        refused,
        overBudget,
        ages: agesOf(window),
        facts: keptFacts(facts, texts, session.items.length),
      });
    }
  }
  return rows;
}

function sizeOf(items: readonly object[], meter: ItemMeter<object>): number {
  return items.reduce((sum, item) => sum + meter.tokens(item), 0);
}

/** The items in parts that end where no call is pending. */
function partsOf(items: readonly object[], { rounds, meter }: RepeatedRun): (readonly object[])[] {
  const entries = items.map((item) => ({ view: meter.view(item), tokens: meter.tokens(item) }));
  const shares = Array.from({ length: rounds - 1 }, (_, index) => (index + 1) / rounds);
  const cuts = [0, ...cutPoints(entries, shares), items.length];
  return cuts.slice(1).map((cut, index) => items.slice(cuts[index], cut));
}

async function windowAfter(
  { format }: EvaluationSession,
  parts: readonly (readonly object[])[],
  run: RepeatedRun & { readonly method: EvaluationMethod; readonly targetTokens: number },
): Promise<{ readonly window: readonly object[]; readonly refused: number }> {
  const { method, meter, targetTokens, signal } = run;
  let window: readonly object[] = [];
  let refused = 0;
  for (const part of parts) {
    window = [...window, ...part];
    if (sizeOf(window, meter) <= targetTokens) continue;
    try {
      const request = { format, items: window, targetTokens, meter, ...(signal ? { signal } : {}) };
      window = await method.compact(request);
    } catch (error) {
      if (!CompactError.isInstance(error) || error.code === "ABORTED") throw error;
      refused++;
    }
  }
  return { window, refused };
}
