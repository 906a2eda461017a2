import { describe, expect, it } from "vitest";
import { pairItems } from "../conversation/pairing.js";
import { gemini, type GeminiContent } from "../formats/gemini/gemini.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { CompactManager } from "./compact-manager.js";
import { chatter, say, setUp } from "./manager-test-support.js";

const lines = (about: string, count: number): string =>
  Array.from({ length: count }, (_, line) => `${about}: line ${line} of what the tool had to say`).join("\n");

/** A step of two calls without ids, answered in one item, whose results cannot be told apart. */
const step = (number: number, count: number): GeminiContent[] => [
  {
    role: "model",
    parts: ["read", "read"].map((name) => ({ functionCall: { name, args: { number } } })),
  },
  {
    role: "user",
    parts: ["a", "b"].map((part) => ({
      functionResponse: { name: "read", response: { output: lines(`${part}${number}`, count) } },
    })),
  },
];

describe("the hard limit", () => {
  it("holds in a format whose results cannot be replaced", async () => {
    const { withResults: _, ...byIdAlone } = gemini;
    for (const pruning of ["stage_aware", "recency", "fifo", "semantic", "user_messages"] as const) {
      const manager = new CompactManager<GeminiContent>({
        model: "gpt-5",
        maxContextTokens: 8_000,
        format: byIdAlone,
        estimator: characterEstimator,
        policy: { pruning },
      });
      const items: GeminiContent[] = [
        { role: "user", parts: [{ text: "Read all of it." }] },
        ...Array.from({ length: 4 }, (_, number) => step(number, 90)).flat(),
      ];
      const { items: window, measurement, decision } = await manager.preflight("s", items);
      expect(measurement.tokens).toBeLessThanOrEqual(decision.hardLimit);
      expect(window[0] === items[0] || window[1] === items[0]).toBe(true);
      const { orphanResults, missingResults } = pairItems(window.map((item) => gemini.view(item)));
      expect([orphanResults, missingResults]).toEqual([[], []]);
    }
  });

  it("is measured as the decision measures it: by what the provider reported", async () => {
    const { manager } = setUp();
    const items = chatter(25);
    const first = await manager.preflight("s", items);
    const usage = { input_tokens: Math.floor(first.measurement.raw * 1.9), output_tokens: 1 };
    const result = await manager.preflight("s", [...items, say("user", "Go on.")], { usage });
    expect(result.compaction).toBeDefined();
    expect(result.measurement.tokens).toBeLessThanOrEqual(result.decision.hardLimit);
  });

  it("is never exceeded in silence where nothing can leave", async () => {
    const { manager } = setUp();
    const items = [say("system", "Rule. ".repeat(3_000)), say("user", "Go on.")];
    await expect(manager.preflight("s", items)).rejects.toMatchObject({ code: "INSUFFICIENT_BUDGET" });
    await expect(manager.manualCompact("s", items)).rejects.toMatchObject({ code: "INSUFFICIENT_BUDGET" });
  });
});
