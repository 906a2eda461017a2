import { describe, expect, it } from "vitest";
import { characterEstimator } from "../testing/character-estimator.js";
import { syntheticHistory } from "../testing/synthetic-history.js";
import { CompactManager } from "./compact-manager.js";
import { chatter, say, setUp } from "./manager-test-support.js";

const tokensOf = (items: readonly { content: string }[]): number =>
  items.reduce((sum, { content }) => sum + characterEstimator.count(content) + 4, 0);

describe("a compaction that somebody asks for", () => {
  it("removes at least two fifths of a small session in a large window", async () => {
    for (const turns of [12, 40, 120]) {
      const { manager } = setUp({ maxContextTokens: 272_000 });
      const items = chatter(turns);
      const { compaction, items: window } = await manager.manualCompact("s", items);
      expect(compaction?.tokensBefore).toBe(tokensOf(items));
      expect(compaction?.tokensAfter).toBeLessThanOrEqual(0.6 * tokensOf(items));
      expect(window).toContain(items.at(-2));
    }
  });

  it("does so where what must stay is more than half of the list", async () => {
    const { manager } = setUp({ maxContextTokens: 272_000 });
    const items = [...chatter(40), say("user", "Read this. ".repeat(1_900))];
    const { compaction, items: window } = await manager.manualCompact("s", items);
    expect(window).toContain(items.at(-1));
    expect(compaction?.tokensAfter).toBeLessThanOrEqual(0.6 * tokensOf(items));
  });

  it("does so for sessions of tool work in every format", async () => {
    for (const format of ["responses", "chat", "anthropic", "gemini"] as const) {
      for (const seed of [1, 2, 3]) {
        const items = syntheticHistory({ seed, format, turns: 6, toolDensity: 0.7 });
        const manager = new CompactManager({ model: "gpt-5", estimator: characterEstimator, clock: () => 0 });
        const { compaction } = await manager.manualCompact("s", items);
        expect(compaction?.tokensAfter).toBeLessThanOrEqual(0.6 * (compaction?.tokensBefore ?? 0));
      }
    }
  });

  it("finds nothing to do the second time, and something again after more was said", async () => {
    const { manager } = setUp({ maxContextTokens: 272_000 });
    const first = await manager.manualCompact("s", chatter(40));
    const second = await manager.manualCompact("s", first.items);
    expect(second.items).toBe(first.items);
    expect(second.decision).toMatchObject({ action: "none" });
    expect(second.decision.reason).toContain(
      "Nothing to summarize: 0 tokens came since the last compaction.",
    );
    const third = await manager.manualCompact("s", [...first.items, ...chatter(40, 40)]);
    expect(third.compaction?.tokensAfter).toBeLessThanOrEqual(0.6 * (third.compaction?.tokensBefore ?? 0));
  });

  it("shrinks what an automatic compaction has just left", async () => {
    const { manager } = setUp({ maxContextTokens: 8_000 });
    const automatic = await manager.preflight("s", chatter(80));
    expect(automatic.compaction).toBeDefined();
    const { compaction } = await manager.manualCompact("s", automatic.items);
    expect(compaction?.tokensAfter).toBeLessThanOrEqual(0.6 * (compaction?.tokensBefore ?? 0));
  });

  it("says so where there is nothing to summarize", async () => {
    const { manager } = setUp({ maxContextTokens: 272_000 });
    const items = [say("system", "Be brief. ".repeat(40)), say("user", "Read this. ".repeat(200))];
    const result = await manager.manualCompact("s", items);
    expect(result.items).toBe(items);
    expect(result.decision.reason).toMatch(
      /Nothing to summarize: of \d+ tokens, \d+ are the newest user message/,
    );
  });

  it("counts what the caller gave, not the evidence of it", async () => {
    const { manager } = setUp({ maxContextTokens: 20_000, policy: { toolOutputMaxTokens: 500 } });
    const items = [
      ...chatter(4),
      say("assistant", "", { tool_calls: [{ id: "c1", name: "run", arguments: "{}" }] }),
      say("tool", "a line of output that says little\n".repeat(2_000), { call_id: "c1" }),
      ...chatter(30, 4),
    ];
    const { compaction } = await manager.manualCompact("s", items);
    expect(compaction?.tokensBefore).toBeGreaterThanOrEqual(tokensOf(items));
    const plan = await setUp({ policy: { toolOutputMaxTokens: 500 } }).manager.plan("s", items);
    expect(plan.tokensBefore).toBe(compaction?.tokensBefore);
  });
});
