import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { PRUNING_POLICIES, type PruningPolicy } from "../config/compact-policy.js";
import { CompactError } from "../errors/compact-error.js";
import { findFormat } from "../formats/registry.js";
import type { Format } from "../formats/format.js";
import { createRedactor } from "../redaction/create-redactor.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { providerRefusals } from "../testing/provider-refusals.js";
import { SYNTHETIC_FORMATS, type SyntheticFormat } from "../testing/synthetic-formats.js";
import { syntheticHistory, type SyntheticOptions } from "../testing/synthetic-history.js";
import { GAP_NOTE } from "../conversation/is-own-note.js";
import { CompactManager } from "./compact-manager.js";

/** Cases of each property, over all formats. */
const RUNS = scaled(1000);

interface Case {
  readonly history: SyntheticOptions & { readonly format: SyntheticFormat };
  readonly targetTokens: number;
  readonly pruning: PruningPolicy;
  readonly keepRecentTurns: number;
  readonly summarize: boolean;
  /** Where the session is compacted, as shares of it. */
  readonly stops: readonly number[];
  /** The host goes on from the window it was given, not from its own list. */
  readonly adopts: boolean;
  /** Positions of the items that are protected, as shares of the list. */
  readonly protect: readonly number[];
}

const cases: fc.Arbitrary<Case> = fc.record({
  history: fc.record({
    seed: fc.nat(1_000_000),
    format: fc.constantFrom(...SYNTHETIC_FORMATS, "anthropic" as const, "gemini" as const),
    turns: fc.integer({ min: 2, max: 3 }),
    toolDensity: fc.constantFrom(0.5, 1),
    parallelCalls: fc.constantFrom(0, 0.7),
    // All or nothing: a model that signs its calls signs every one.
    reasoning: fc.constantFrom(0, 1),
    images: fc.constantFrom(0, 0.3),
    callIds: fc.constantFrom("unique", "repeated", "absent", "calls_only", "results_only"),
    protectedShare: fc.constantFrom(0, 0.3),
    unfinished: fc.constant(true),
    nestedJson: fc.constant(0),
  }),
  targetTokens: fc.integer({ min: 150, max: 1500 }),
  pruning: fc.constantFrom(...PRUNING_POLICIES),
  keepRecentTurns: fc.integer({ min: 1, max: 4 }),
  summarize: fc.boolean(),
  stops: fc.constantFrom([1], [0.6, 1]),
  adopts: fc.boolean(),
  protect: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 4 }),
});

const formatOf = (name: SyntheticFormat): Format => findFormat(name) as Format;

function managerFor({ history, pruning, keepRecentTurns, summarize }: Case): CompactManager {
  return new CompactManager({
    model: "gpt-5",
    maxContextTokens: 100_000,
    format: formatOf(history.format),
    estimator: characterEstimator,
    policy: { pruning, keepRecentTurns, summarize },
    redactor: createRedactor({ enabled: false }),
    // What a summary says is not what is asked here, only where it stands.
    summarizer: { name: "terse", summarize: async () => ({ text: "The work goes on." }) },
    clock: () => 0,
  });
}

const isRefusal = (error: unknown): boolean =>
  CompactError.isInstance(error) &&
  (error.code === "INSUFFICIENT_BUDGET" || error.code === "CONSTRAINTS_DO_NOT_FIT");

/** The windows of a session that goes on, compacted by hand after each part of it. */
async function windowsOf(test: Case): Promise<{ windows: object[][]; compacted: number }> {
  const given = syntheticHistory(test.history);
  const manager = managerFor(test);
  const wanted = test.protect.map((share) => given[Math.floor(share * given.length)] as object);
  const windows: object[][] = [];
  let compacted = 0;
  let list: object[] = [];
  let taken = 0;
  for (const share of test.stops) {
    const more = given.slice(taken, Math.ceil(given.length * share));
    if (providerRefusals(test.history.format, [...list, ...more]).length > 0) continue;
    taken += more.length;
    list = [...list, ...more];
    for (const item of wanted) if (list.includes(item)) await manager.protect("s", item);
    try {
      const result = await manager.manualCompact("s", list, { targetTokens: test.targetTokens });
      windows.push(result.items);
      if (result.compaction) compacted++;
      if (test.adopts) list = result.items;
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  return { windows, compacted };
}

describe("a window", () => {
  it("is taken by its provider wherever the list that it was made of is", async () => {
    let made = 0;
    await fc.assert(
      fc.asyncProperty(cases, async (test) => {
        const { windows, compacted } = await windowsOf(test);
        made += compacted;
        for (const window of windows) expect(providerRefusals(test.history.format, window)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(made).toBeGreaterThan(RUNS / 4);
  });

  const LONG = "The ledger was read line by line, and every sum is right. ".repeat(12);
  const asked = (text: string) => ({ role: "user", parts: [{ text }] });
  const told = (text: string) => ({ role: "model", parts: [{ text }] });
  const calls = (name: string) => ({ role: "model", parts: [{ functionCall: { name, args: {} } }] });
  const answers = (name: string) => ({
    role: "user",
    parts: [{ functionResponse: { name, response: { output: LONG } } }],
  });
  const compacted = async (
    format: Format,
    items: object[],
    policy: { pruning: PruningPolicy; summarize?: boolean },
  ) => {
    const manager = new CompactManager({ model: "gpt-5", format, estimator: characterEstimator, policy });
    await manager.protect("s", items[1] as object);
    return (await manager.manualCompact("s", items, { targetTokens: 420 })).items;
  };

  it("has the user before a call of Gemini's whose request was removed", async () => {
    const items = [asked(LONG), told("Order 7 first."), asked(LONG), calls("read"), answers("read")];
    for (const summarize of [true, false]) {
      const window = await compacted(formatOf("gemini"), items, { pruning: "stage_aware", summarize });
      expect(window).toContain(items[1]);
      expect(window.length).toBeLessThanOrEqual(items.length);
      expect(providerRefusals("gemini", window)).toEqual([]);
    }
  });

  it.each(["anthropic", "gemini"] as const)(
    "opens with the user where only the %s user's words stay",
    async (name) => {
      const format = formatOf(name);
      const items = Array.from({ length: 9 }, (_, index) =>
        format.message(index % 2 === 0 ? "user" : "assistant", `${index}: ${LONG}`),
      );
      const window = await compacted(format, items, { pruning: "user_messages" });
      expect(providerRefusals(name, window)).toEqual([]);
      expect(window).toContain(items[1]);
    },
  );

  it("puts its notes again where they are needed, and keeps none for a word of the user's", async () => {
    const items = [asked(LONG), told("Order 7 first."), asked(LONG), calls("read"), answers("read")];
    const format = formatOf("gemini");
    const policy = { pruning: "stage_aware", summarize: false } as const;
    const first = await compacted(format, items, policy);
    const again = await compacted(format, [...first, asked("And now?")], policy);
    for (const window of [first, again]) {
      const notes = window.filter((item) => JSON.stringify(item).includes(GAP_NOTE));
      expect(notes.length).toBeLessThanOrEqual(2);
      expect(providerRefusals("gemini", window)).toEqual([]);
    }
  });
});
