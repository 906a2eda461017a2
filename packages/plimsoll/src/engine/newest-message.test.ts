import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampled, scaled } from "plimsoll-testkit/scaled";
import { PRUNING_POLICIES, type PruningPolicy } from "../config/compact-policy.js";
import { pairItems } from "../conversation/pairing.js";
import { CompactError } from "../errors/compact-error.js";
import { anthropic } from "../formats/anthropic/anthropic.js";
import { chat } from "../formats/chat/chat.js";
import { findFormat } from "../formats/registry.js";
import type { Format } from "../formats/format.js";
import { gemini } from "../formats/gemini/gemini.js";
import { responses } from "../formats/responses/responses.js";
import { createRedactor } from "../redaction/create-redactor.js";
import { managerCompactor } from "../provider-window/manager-compactor.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { SYNTHETIC_FORMATS } from "../testing/synthetic-formats.js";
import { type SyntheticCallIds, syntheticHistory } from "../testing/synthetic-history.js";
import { createItemMeter } from "../tokens/create-item-meter.js";
import type { CompactConfig } from "./compact-config.js";
import { CompactManager } from "./compact-manager.js";

const managerOf = (config: Partial<CompactConfig> = {}): CompactManager =>
  new CompactManager({
    model: "gpt-5",
    maxContextTokens: 128_000,
    estimator: characterEstimator,
    redactor: createRedactor({ enabled: false }),
    clock: () => 0,
    ...config,
  });

/** Words of about so many tokens. */
const words = (tokens: number, about = "the ledger of the harbour office"): string => {
  const lines: string[] = [];
  for (let size = 0, line = 0; size < tokens * 4; line++) {
    const text = `Line ${line} says something new about ${about}, entry ${line * 7}.`;
    lines.push(text);
    size += text.length + 1;
  }
  return lines.join("\n");
};

const chatter = (count: number, tokens = 100): object[] =>
  Array.from({ length: count }, (_, turn) => ({
    role: turn % 2 === 0 ? "user" : "assistant",
    content: words(tokens, `matter ${turn}`),
  }));

const tokensOf = (items: readonly object[], format = chat as unknown as typeof responses): number => {
  const meter = createItemMeter(format as never, characterEstimator);
  return items.reduce((sum, item) => sum + meter.tokens(item as never), 0);
};

const image = { type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(4000)}` } };

describe("the newest user message", () => {
  it("stays whole where it is nearly as long as the target", async () => {
    const newest = { role: "user", content: words(62_000) };
    const result = await managerOf().preflight("s", [...chatter(700), newest]);
    expect(result.compaction).toBeDefined();
    expect(result.items).toContain(newest);
    expect(result.measurement.tokens).toBeLessThanOrEqual(64_000);
  });

  it("stays whole beyond the target as long as it fits the hard limit, and the decision says so", async () => {
    for (const [max, tokens] of [
      [128_000, 100_000],
      [10_000, 4_000],
      [10_000, 7_500],
    ] as const) {
      const newest = { role: "user", content: words(tokens) };
      const manager = managerOf({ maxContextTokens: max });
      const result = await manager.preflight("s", [...chatter(700), newest]);
      expect(result.items).toContain(newest);
      expect(result.measurement.tokens).toBeLessThanOrEqual(result.decision.hardLimit);
      if (result.measurement.tokens > result.decision.target)
        expect(result.decision.reason).toMatch(/newest user message of \d+ tokens stays whole/);
    }
  });

  it("stays with its images", async () => {
    const newest = {
      role: "user",
      content: [{ type: "text", text: "Compare these." }, ...Array.from({ length: 8 }, () => image)],
    };
    const result = await managerOf({ maxContextTokens: 20_000 }).preflight("s", [...chatter(200), newest]);
    expect(result.items).toContain(newest);
  });

  it("stays within a target that the caller names, and beyond one that is too small for it", async () => {
    const newest = { role: "user", content: words(14_000) };
    const items = [...chatter(700), newest];
    const roomy = await managerOf().manualCompact("s", items, { targetTokens: 35_000 });
    expect(roomy.items).toContain(newest);
    expect(tokensOf(roomy.items)).toBeLessThanOrEqual(35_000);
    const tight = await managerOf().manualCompact("s", items, { targetTokens: 9_000 });
    expect(tight.items).toContain(newest);
    expect(tokensOf(tight.items)).toBeLessThan(17_000);
    expect(tight.decision.reason).toContain("exceeds its target of 9000 tokens");
    const strict = await managerOf().manualCompact("s", items, { targetTokens: 9_000, strictTarget: true });
    expect(tokensOf(strict.items)).toBeLessThanOrEqual(9_000);
  });

  it("stays when the provider's window is compacted here", async () => {
    const newest = { type: "message", role: "user", content: words(30_000) };
    const local = managerCompactor(managerOf({ format: responses as never }));
    const items = [...chatter(500), newest] as never[];
    const compacted = await local.compact("s", { items, body: {} as never, targetTokens: 25_000 });
    expect(compacted).toContain(newest);
  });

  const ways = PRUNING_POLICIES.flatMap((pruning) =>
    [true, false].map((summarize) => ({ pruning, summarize })),
  );

  it.each(sampled(ways, 4))("stays with $pruning, summaries: $summarize", async ({ pruning, summarize }) => {
    const newest = { role: "user", content: words(70_000) };
    const manager = managerOf({ policy: { pruning, summarize } });
    const prepared = await manager.prepare("s", [...chatter(700), newest]);
    expect(prepared.items).toContain(newest);
    const { items } = await manager.preflight("s", [...chatter(700), newest]);
    expect(items).toContain(newest);
  });

  it("stays before a long turn of work, whose newest steps stay too", async () => {
    const newest = { role: "user", content: words(50_000) };
    const work = Array.from({ length: 60 }, (_, step) => [
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: `c${step}`, type: "function", function: { name: "run", arguments: `{"step":${step}}` } },
        ],
      },
      { role: "tool", tool_call_id: `c${step}`, content: words(1_500, `step ${step}`) },
    ]).flat();
    const { items, measurement, decision } = await managerOf().preflight("s", [
      ...chatter(40),
      newest,
      ...work,
    ]);
    expect(items).toContain(newest);
    expect(items).toContain(work.at(-2));
    expect(measurement.tokens).toBeLessThanOrEqual(decision.target);
    const { orphanResults, missingResults } = pairItems(items.map((item) => chat.view(item as never)));
    expect([orphanResults, missingResults]).toEqual([[], []]);
  });

  it("is what the user says beside tool results, not the results", async () => {
    const said = { type: "text", text: words(3_000, "the new plan") };
    const mixed = {
      role: "user",
      content: [{ type: "tool_result", tool_use_id: "t1", content: words(9_000) }, said],
    };
    const use = { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "run", input: {} }] };
    const after = Array.from({ length: 30 }, (_, step) => [
      { role: "assistant", content: [{ type: "tool_use", id: `u${step}`, name: "run", input: { step } }] },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: `u${step}`, content: words(800, `step ${step}`) }],
      },
    ]).flat();
    const manager = managerOf({ format: anthropic as never, maxContextTokens: 16_000 });
    const { items } = await manager.preflight("s", [...chatter(60), use, mixed, ...after]);
    const texts = items.map((item) => anthropic.view(item as never));
    expect(texts.filter(({ text }) => text === said.text)).toHaveLength(1);
    expect(pairItems(texts)).toMatchObject({ orphanResults: [], missingResults: [] });
  });

  it("is not what the client wrote, unless somebody wrote behind it", async () => {
    const context = { role: "user", content: `<environment_context>\n${words(200)}\n</environment_context>` };
    const newest = { role: "user", content: words(3_000) };
    const manager = managerOf({ maxContextTokens: 10_000 });
    const { items } = await manager.preflight("s", [...chatter(200), newest, context]);
    expect(items).toContain(newest);
    const both = { role: "user", content: `${context.content}\n\n${words(3_000)}` };
    expect((await manager.preflight("t", [...chatter(200), both])).items).toContain(both);
  });
});

describe("a newest user message that does not fit the window", () => {
  it("is cut in the middle, with a mark that names where the whole of it can be read", async () => {
    for (const pruning of PRUNING_POLICIES) {
      const text = `Begin here.\n${words(20_000)}\nEnd here.`;
      const newest = { role: "user", content: [{ type: "text", text }, image] };
      const manager = managerOf({ maxContextTokens: 16_000, storage: memoryStorage(), policy: { pruning } });
      const result = await manager.preflight("s", [...chatter(40), newest]);
      expect(result.measurement.tokens).toBeLessThanOrEqual(result.decision.hardLimit);
      expect(result.decision.reason).toMatch(/does not fit; \d+ tokens of it stay/);
      const shown = result.items.findLast((item) => chat.view(item as never).role === "user") as object;
      const view = chat.view(shown as never);
      expect(view.attachments).toHaveLength(1);
      expect(view.text).toMatch(/^Begin here\./);
      expect(view.text).toMatch(/End here\.$/);
      const reference = /characters left out; full text: (art_[0-9a-f]{32}) …/.exec(view.text)?.[1] ?? "";
      const recall = await manager.recall("s");
      expect((await recall.read(reference)).text).toContain("says something new about the ledger");
      expect((await manager.preflight("s", result.items)).items).toBe(result.items);
    }
  });

  it("is cut where it is the only item", async () => {
    const newest = { role: "user", parts: [{ text: words(20_000) }] };
    const manager = managerOf({ maxContextTokens: 8_000, format: gemini as never });
    const { items, measurement, decision } = await manager.preflight("s", [newest]);
    expect(measurement.tokens).toBeLessThanOrEqual(decision.hardLimit);
    expect(gemini.view(items.at(-1) as never).text).toContain("characters left out; full text: ");
  });

  it("keeps as many of its images as fit", async () => {
    const newest = {
      role: "user",
      content: [{ type: "text", text: "Compare these." }, ...Array.from({ length: 30 }, () => image)],
    };
    const { items } = await managerOf({ maxContextTokens: 10_000 }).preflight("s", [...chatter(20), newest]);
    const view = chat.view(items.at(-1) as never);
    expect(view.text).toMatch(/^Compare these\.\n\[\d+ attachments left out\]$/);
    expect(view.attachments.length).toBeGreaterThan(2);
  });

  it("is refused with the numbers where not even a part of it fits", async () => {
    const items = [
      { role: "system", content: words(3_000) },
      { role: "user", content: words(4_000) },
    ];
    const sending = managerOf({ maxContextTokens: 3_100, policy: { hardCapBuffer: 50 } }).preflight(
      "s",
      items,
    );
    await expect(sending).rejects.toMatchObject({
      code: "INSUFFICIENT_BUDGET",
      details: { budget: expect.any(Number), floor: expect.any(Number) },
    });
  });
});

const RUNS = { numRuns: scaled(400) };

interface Session {
  readonly seed: number;
  readonly format: (typeof SYNTHETIC_FORMATS)[number];
  readonly turns: number;
  readonly toolDensity: number;
  readonly parallelCalls: number;
  readonly callIds: SyntheticCallIds;
  readonly giant: number;
  readonly newest: number;
  readonly trailing: boolean;
  readonly max: number;
  readonly pruning: PruningPolicy;
  readonly summarize: boolean;
}

const sessions: fc.Arbitrary<Session> = fc.record({
  seed: fc.nat(1_000_000),
  format: fc.constantFrom(...SYNTHETIC_FORMATS),
  turns: fc.integer({ min: 1, max: 3 }),
  toolDensity: fc.constantFrom(0, 0.5, 1),
  parallelCalls: fc.constantFrom(0.2, 0.8),
  callIds: fc.constantFrom("unique", "repeated", "absent", "calls_only", "results_only"),
  giant: fc.constantFrom(0, 0, 0.4),
  newest: fc.constantFrom(0, 30, 400, 1_500, 6_000),
  trailing: fc.boolean(),
  max: fc.integer({ min: 800, max: 8_000 }),
  pruning: fc.constantFrom(...PRUNING_POLICIES),
  summarize: fc.boolean(),
});

describe("a generated session", () => {
  it("keeps the newest user message, whole where it fits, and stays below the hard limit", async () => {
    let [compacted, whole, cut] = [0, 0, 0];
    await fc.assert(
      fc.asyncProperty(sessions, async (test) => {
        const format = findFormat(test.format) as Format;
        const history = (seed: number, turns: number): object[] =>
          syntheticHistory({
            seed,
            format: test.format,
            turns,
            toolDensity: test.toolDensity,
            parallelCalls: test.parallelCalls,
            callIds: test.callIds,
            giantOutputs: { probability: test.giant, characters: 12_000 },
          });
        const said = test.newest === 0 ? [] : [format.message("user", words(test.newest))];
        const behind = test.trailing
          ? history(test.seed + 1, 1).filter(
              (item) => !["user", "system", "developer"].includes(format.view(item).role),
            )
          : [];
        const items = [...history(test.seed, test.turns), ...said, ...behind];
        const manager = managerOf({
          format,
          maxContextTokens: test.max,
          policy: { hardCapBuffer: 200, pruning: test.pruning, summarize: test.summarize },
        });
        const result = await manager.preflight("s", items).catch((error: unknown) => {
          if (CompactError.isInstance(error) && /INSUFFICIENT|CONSTRAINTS/.test(error.code)) return undefined;
          throw error;
        });
        if (!result) return;
        const meter = createItemMeter(format, characterEstimator);
        const size = result.items.reduce((sum, item) => sum + meter.tokens(item), 0);
        expect(size).toBeLessThanOrEqual(result.decision.hardLimit);
        if (!result.compaction) return;
        compacted++;
        const newest = items.findLast((item) => {
          const view = format.view(item);
          return view.role === "user" && view.results.length === 0;
        });
        if (newest && result.items.includes(newest)) whole++;
        else if (newest) {
          cut++;
          const shown = result.items.map((item) => format.view(item).text);
          expect(shown.some((text) => text.includes("characters left out; full text: "))).toBe(true);
          expect(meter.tokens(newest)).toBeGreaterThan(result.decision.hardLimit / 2);
        }
      }),
      RUNS,
    );
    const shares = [compacted, whole, cut].map((cases) => cases / RUNS.numRuns);
    expect([shares[0]! > 0.2, shares[1]! > 0.1, shares[2]! > 0.01]).toEqual([true, true, true]);
  });
});
