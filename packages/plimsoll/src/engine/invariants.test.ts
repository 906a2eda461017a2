import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { itemId } from "../conversation/item-id.js";
import { pairItems } from "../conversation/pairing.js";
import { CompactError } from "../errors/compact-error.js";
import { findFormat } from "../formats/registry.js";
import type { Format } from "../formats/format.js";
import { createItemMeter } from "../tokens/create-item-meter.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { SYNTHETIC_FORMATS, type SyntheticFormat } from "../testing/synthetic-formats.js";
import { syntheticHistory, type SyntheticOptions } from "../testing/synthetic-history.js";
import { createRedactor } from "../redaction/create-redactor.js";
import { PRUNING_POLICIES, type PruningPolicy } from "../config/compact-policy.js";
import type { CompactResult } from "./compact-result.js";
import { CompactManager } from "./compact-manager.js";
import { readSummary } from "../facts/checkpoint/summary-message.js";

/** What no compaction can hold is refused. */
const isRefusal = (code: string): boolean =>
  code === "INSUFFICIENT_BUDGET" || code === "CONSTRAINTS_DO_NOT_FIT";

const formatOf = (name: SyntheticFormat): Format => findFormat(name) as Format;

const RUNS = { numRuns: scaled(1000) };

interface Case {
  readonly history: SyntheticOptions & { readonly format: SyntheticFormat };
  readonly targetTokens: number;
  readonly strictTarget: boolean;
  readonly pruning: PruningPolicy;
  readonly keepRecentTurns: number;
}

/** Sessions of every format, density and soundness, with targets from hopeless to roomy. */
function cases(malformed: boolean): fc.Arbitrary<Case> {
  return fc.record({
    history: fc.record({
      seed: fc.nat(1_000_000),
      format: fc.constantFrom(...SYNTHETIC_FORMATS),
      turns: fc.integer({ min: 1, max: 5 }),
      toolDensity: fc.constantFrom(0, 0.5, 1),
      parallelCalls: fc.constantFrom(0, 0.7),
      reasoning: fc.constantFrom(0, 0.6),
      cjk: fc.constantFrom(0, 0.5),
      protectedShare: fc.constantFrom(0, 0.4),
      malformedPairs: malformed ? fc.constantFrom(0.3, 1) : fc.constant(0),
    }),
    targetTokens: fc.integer({ min: 20, max: 4000 }),
    strictTarget: fc.boolean(),
    pruning: fc.constantFrom(...PRUNING_POLICIES),
    keepRecentTurns: fc.integer({ min: 1, max: 6 }),
  });
}

function managerFor({ history, pruning, keepRecentTurns }: Case): CompactManager {
  return new CompactManager({
    model: "gpt-5",
    format: formatOf(history.format),
    estimator: characterEstimator,
    policy: { pruning, keepRecentTurns },
    redactor: createRedactor({ enabled: false }),
    clock: () => 0,
  });
}

const meterFor = (format: SyntheticFormat) => createItemMeter(formatOf(format), characterEstimator);

/** The newest item in which the user speaks. */
function newestUserMessage(items: readonly object[], name: SyntheticFormat): object | undefined {
  const format = formatOf(name);
  return items.findLast((item) => {
    const { role, results } = format.view(item);
    return role === "user" && results.length === 0;
  });
}

/** Compacts, or says that it cannot; every other failure fails the test. */
async function compact(test: Case, items: object[]): Promise<CompactResult<object> | "insufficient"> {
  try {
    const { targetTokens, strictTarget } = test;
    return await managerFor(test).manualCompact("s", items, { targetTokens, strictTarget });
  } catch (error) {
    if (CompactError.isInstance(error) && isRefusal(error.code)) return "insufficient";
    throw error;
  }
}

/** Runs a property over compactions that were possible; both outcomes occur among the cases. */
async function everyCompaction(
  malformed: boolean,
  check: (input: { test: Case; items: object[]; result: CompactResult<object> }) => void | Promise<void>,
): Promise<void> {
  let [possible, compacted] = [0, 0];
  await fc.assert(
    fc.asyncProperty(cases(malformed), async (test) => {
      const items = syntheticHistory(test.history);
      const result = await compact(test, items);
      if (result === "insufficient") return;
      possible++;
      if (result.compaction) compacted++;
      await check({ test, items, result });
    }),
    RUNS,
  );
  expect(possible).toBeGreaterThan(RUNS.numRuns / 4);
  // Few runs scatter: of 50 seldom less than 6 are compacted.
  expect(compacted).toBeGreaterThan(RUNS.numRuns / (RUNS.numRuns < 1000 ? 25 : 8));
}

describe("a compaction", () => {
  it("never lets a protected item leave", async () => {
    await everyCompaction(false, ({ test, items, result }) => {
      const meter = meterFor(test.history.format);
      const sent = new Set(result.items);
      for (const item of items) {
        const view = meter.view(item);
        if (view.meta["protected"] === true || view.role === "system") expect(sent.has(item)).toBe(true);
      }
    });
  });

  it("leaves no orphan, whatever was given", async () => {
    await everyCompaction(true, ({ test, result }) => {
      const meter = meterFor(test.history.format);
      const pairing = pairItems(result.items.map((item) => meter.view(item)));
      expect(pairing).toMatchObject({ orphanResults: [], duplicateCalls: [], missingResults: [] });
    });
  });

  it("is never larger than before and within its target", async () => {
    await everyCompaction(false, ({ test, items, result }) => {
      const meter = meterFor(test.history.format);
      const size = (list: readonly object[]): number =>
        list.reduce((sum, item) => sum + meter.tokens(item), 0);
      expect(size(result.items)).toBeLessThanOrEqual(size(items));
      if (size(result.items) <= test.targetTokens) return;
      expect(test.strictTarget).toBe(false);
      const newest = newestUserMessage(items, test.history.format) as object;
      expect(result.items).toContain(newest);
      expect(size(result.items) - meter.tokens(newest)).toBeLessThanOrEqual(1.125 * test.targetTokens + 512);
    });
  });

  it("keeps a malformed list within its target too", async () => {
    await everyCompaction(true, ({ test, result }) => {
      const meter = meterFor(test.history.format);
      const tokens = result.items.reduce((sum, item) => sum + meter.tokens(item), 0);
      if (test.strictTarget) expect(tokens).toBeLessThanOrEqual(test.targetTokens);
    });
  });

  it("keeps items as the same objects in the same order, and has one summary at most", async () => {
    await everyCompaction(false, ({ test, items, result }) => {
      const meter = meterFor(test.history.format);
      const position = new Map(items.map((item, index) => [item, index]));
      const kept = result.items
        .filter((item) => position.has(item))
        .map((item) => position.get(item) as number);
      expect(kept).toEqual(kept.toSorted((a, b) => a - b));
      const made = result.items.filter((item) => !position.has(item)).map((item) => meter.view(item));
      const summaries = made.filter((view) => readSummary(view));
      expect(summaries.length).toBeLessThanOrEqual(1);
      const cut = made.filter((view) => view.role === "user" && view.text.includes("left out"));
      expect(cut.length).toBeLessThanOrEqual(test.pruning === "user_messages" ? 1 : 0);
      for (const view of made) {
        expect(readSummary(view) !== undefined || view.results.length > 0 || cut.includes(view)).toBe(true);
      }
    });
  });

  it("gives the same bytes for the same input", async () => {
    await everyCompaction(true, async ({ test, items, result }) => {
      const again = await compact(test, structuredClone(items));
      expect(again === "insufficient" ? again : JSON.stringify(again.items)).toBe(
        JSON.stringify(result.items),
      );
    });
  });

  it("does nothing the second time in a row", async () => {
    await everyCompaction(false, async ({ test, items }) => {
      const manager = managerFor(test);
      const { targetTokens, strictTarget } = test;
      const result = await manager.manualCompact("t", items, { targetTokens, strictTarget });
      const explicit = await manager.manualCompact("t", result.items, { targetTokens, strictTarget });
      expect(explicit.items).toBe(result.items);
      const once = await manager.manualCompact("u", items);
      const twice = await manager.manualCompact("u", once.items);
      expect(twice.compaction).toBeUndefined();
      expect(twice.items).toBe(once.items);
    });
  });

  it("has every removed item in the archive, readable by its id", async () => {
    await fc.assert(
      fc.asyncProperty(cases(true), async (test) => {
        const items = syntheticHistory(test.history);
        const manager = managerFor(test);
        const result = await manager
          .manualCompact("s", items, { targetTokens: test.targetTokens })
          .catch((error: unknown) => {
            if (CompactError.isInstance(error) && isRefusal(error.code)) return undefined;
            throw error;
          });
        if (!result) return;
        const sent = new Set(result.items);
        for (const item of items) {
          if (!sent.has(item)) expect(await manager.readArchived("s", itemId(item))).toEqual(item);
        }
      }),
      RUNS,
    );
  });

  it("survives items that are nothing a format knows", async () => {
    const hostile = fc.array(
      fc.oneof(
        fc.dictionary(
          fc.constantFrom("type", "role", "content", "call_id", "parts", "tool_calls", "output"),
          fc.jsonValue(),
        ),
        fc.record({
          type: fc.constant("function_call"),
          call_id: fc.constantFrom("a", "b"),
          name: fc.string(),
        }),
        fc.record({
          type: fc.constant("function_call_output"),
          call_id: fc.constantFrom("a", "b"),
          output: fc.string(),
        }),
        fc.record({ type: fc.constant("reasoning"), summary: fc.jsonValue() }),
        fc.record({
          role: fc.constantFrom("user", "assistant", "tool", "model"),
          content: fc.string({ maxLength: 400 }),
        }),
      ),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(
        hostile,
        fc.constantFrom(...SYNTHETIC_FORMATS),
        fc.integer({ min: 20, max: 500 }),
        async (items, name, target) => {
          const format = formatOf(name);
          const manager = new CompactManager({ model: "gpt-5", format, estimator: characterEstimator });
          const result = await manager
            .manualCompact("s", items, { targetTokens: target })
            .catch((error: unknown) => {
              if (CompactError.isInstance(error) && isRefusal(error.code)) return undefined;
              throw error;
            });
          if (!result) return;
          const pairing = pairItems(result.items.map((item) => format.view(item)));
          expect(pairing).toMatchObject({ orphanResults: [], duplicateCalls: [], missingResults: [] });
        },
      ),
      RUNS,
    );
  });
});
