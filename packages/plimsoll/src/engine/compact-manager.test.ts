import { describe, expect, expectTypeOf, it } from "vitest";
import type { PlainMessage } from "../formats/plain/plain.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { CompactManager } from "./compact-manager.js";
import { chatter, named, say, setUp } from "./manager-test-support.js";

describe("preflight", () => {
  it("returns the very list, with a decision, while there is room", async () => {
    const { manager, events } = setUp();
    const items = chatter(5);
    const result = await manager.preflight("s", items);
    expect(result.items).toBe(items);
    expect(result.decision).toMatchObject({ action: "none", trigger: "none" });
    expect(events.map((event) => event.event)).toEqual([
      "compact.token_estimate",
      "compact.trigger_decision",
    ]);
  });

  it("tells a decision to compact once, with the numbers of its plan, before what it did", async () => {
    const { manager, events } = setUp();
    const { compaction } = await manager.manualCompact("s", chatter(40));
    const decisions = named(events, "compact.trigger_decision");
    expect(decisions).toHaveLength(1);
    const { pruned_count, summary_tokens, kept } = decisions[0] as unknown as {
      readonly pruned_count: number;
      readonly summary_tokens: number;
      readonly kept: { readonly items: number };
    };
    expect(pruned_count).toBeGreaterThan(0);
    expect(pruned_count + kept.items).toBe(80);
    expect(summary_tokens).toBeGreaterThanOrEqual(compaction?.summaryTokens ?? Number.POSITIVE_INFINITY);
    const names = events.map(({ event }) => event);
    expect(names.indexOf("compact.trigger_decision")).toBeLessThan(names.indexOf("compact.policy_applied"));
    for (const name of ["compact.policy_applied", "compact.pruned_messages", "compact.compacted"] as const)
      expect(named(events, name)).toMatchObject([{ kept: { items: expect.any(Number) as number } }]);
  });

  it("returns items of the type that it was given, without a cast", async () => {
    const manager = new CompactManager({ model: "gpt-5", estimator: characterEstimator });
    const { items } = await manager.preflight("s", chatter(1));
    expectTypeOf(items).toEqualTypeOf<PlainMessage[]>();
    expect(items).toHaveLength(2);
  });

  it("does not tokenize old text again, for the same objects or for clones", async () => {
    const counted: string[] = [];
    const estimator = {
      name: "counted",
      count: (text: string) => {
        counted.push(text);
        return characterEstimator.count(text);
      },
    };
    const { manager } = setUp({ estimator, maxContextTokens: 100_000 });
    const items = chatter(30);
    await manager.preflight("s", items);
    expect(counted.length).toBeGreaterThanOrEqual(60);
    counted.length = 0;
    await manager.preflight("s", items);
    await manager.preflight("s", structuredClone(items));
    await manager.preflight("another", structuredClone(items));
    expect(counted).toEqual([]);
    const more = [...structuredClone(items), ...chatter(1, 30)];
    await manager.preflight("s", more);
    expect(counted.toSorted()).toEqual(
      chatter(1, 30)
        .map((item) => item.content)
        .toSorted(),
    );
  });

  it("notices an item in the window that changed, and sends the new one", async () => {
    const { manager } = setUp();
    const history = [say("system", "Be brief."), ...chatter(40)];
    const first = await manager.preflight("s", history);
    const edited = [say("system", "Be very brief and kind, please, to everyone."), ...history.slice(1)];
    const second = await manager.preflight("s", edited);
    expect(second.items[0]).toBe(edited[0]);
    expect(second.measurement.tokens).not.toBe(first.measurement.tokens);
  });

  it("compacts to its target with kept items as the same objects in order", async () => {
    const { manager } = setUp({ policy: { keepUserTokens: 0 } });
    const items = [say("system", "You are helpful."), ...chatter(40)];
    const result = await manager.preflight("s", items);
    expect(result.compaction).toMatchObject({ version: 1, rung: "turns:6 pairs:1" });
    expect(result.measurement.tokens).toBeLessThanOrEqual(2000);
    expect(result.items[0]).toBe(items[0]);
    expect(result.items[1]?.content).toMatch(/^<COMPACT-SUMMARY v1>\n[^]+\n<\/COMPACT-SUMMARY>$/);
    expect(result.items.slice(2)).toEqual(items.slice(-12));
    result.items.slice(2).forEach((item, index) => expect(item).toBe(items.slice(-12)[index]));
  });

  it("keeps messages of the user from before, the first and the newest ones, above the summary", async () => {
    const { manager } = setUp();
    const items = [say("user", "Only look, change nothing."), ...chatter(40)];
    const { items: window, compaction } = await manager.preflight("s", items);
    const at = window.findIndex(({ content }) => content.includes("COMPACT-SUMMARY"));
    expect(window[0]).toBe(items[0]);
    expect(window.slice(0, at).every(({ role }) => role === "user")).toBe(true);
    expect(window.slice(at + 1)).toEqual(items.slice(-window.length + at + 1));
    expect(compaction?.summary).not.toContain("Only look, change nothing.");
  });

  it("does not compact again on the next turn, whether the caller adopts the list or sends it all again", async () => {
    for (const adopts of [true, false]) {
      const { manager, events } = setUp();
      let history = chatter(40);
      const first = await manager.preflight("s", history);
      history = [...(adopts ? first.items : history), ...chatter(1, 40)];
      const second = await manager.preflight("s", history);
      expect(second.compaction).toBeUndefined();
      expect(second.items.map((item) => item.content)).toEqual([
        ...first.items.map((item) => item.content),
        ...chatter(1, 40).map((item) => item.content),
      ]);
      expect(second.reapplied).toBe(adopts ? undefined : 1);
      expect(named(events, "compact.summary_created")).toHaveLength(1);
    }
  });

  it("knows an adopted window that nothing of its source stayed in, however long it has grown", async () => {
    const { manager } = setUp();
    const history = chatter(10);
    const { items } = await manager.manualCompact("s", history, { targetTokens: 80, strictTarget: true });
    expect(items).toHaveLength(1);
    const grown = [...items, ...chatter(10, 10)];
    expect((await manager.preflight("s", grown)).items).toBe(grown);
  });

  it("knows another list from the one whose every item left the window", async () => {
    const { manager } = setUp();
    await manager.manualCompact("s", chatter(10), { targetTokens: 80, strictTarget: true });
    const other = chatter(10, 10);
    expect((await manager.preflight("s", other)).items).toBe(other);
  });

  it("applies a compaction again to fresh clones of the full history, also in a new process", async () => {
    const { manager, storage } = setUp();
    const history = chatter(40);
    const first = await manager.preflight("s", history);
    const clones = structuredClone([...history, ...chatter(1, 40)]);
    const again = await manager.preflight("s", clones);
    expect(again.items.slice(0, first.items.length)).toEqual(first.items);
    const restarted = setUp({ storage });
    const after = await restarted.manager.preflight("s", structuredClone(clones));
    expect(after.items).toEqual(again.items);
    expect(after.reapplied).toBe(1);
    expect(named(restarted.events, "compact.summary_created")).toEqual([]);
  });

  it("updates the summary over many compactions and never exceeds the window", async () => {
    for (const adopts of [true, false]) {
      const { manager } = setUp();
      let history: PlainMessage[] = [];
      let version = 0;
      for (let turn = 0; turn < 300; turn += 3) {
        history = [...history, ...chatter(3, turn)];
        const result = await manager.preflight("s", history);
        expect(result.measurement.tokens).toBeLessThanOrEqual(3800);
        if (result.compaction) expect(result.compaction.version).toBe(++version);
        expect(
          result.items.filter((item) => item.content.startsWith("<COMPACT-SUMMARY")).length,
        ).toBeLessThanOrEqual(1);
        if (adopts) history = result.items;
      }
      expect(version).toBeGreaterThan(5);
    }
  });

  it("counts instructions and tools, and stands on the usage that the provider reports", async () => {
    const { manager } = setUp();
    const items = chatter(10);
    const tools = [{ name: "read", description: "d".repeat(400) }];
    const first = await manager.preflight("s", items, { instructions: "x".repeat(400), tools });
    expect(first.measurement.sections).toMatchObject({ system: 100, tools: expect.any(Number) });
    expect(first.measurement.sections.tools).toBeGreaterThan(100);
    const reported = Math.round(first.measurement.raw * 1.3);
    const more = [...items, ...chatter(1, 10)];
    const second = await manager.preflight("s", more, {
      usage: { input_tokens: reported, output_tokens: 5 },
    });
    expect(second.measurement.anchored).toBe(true);
    expect(second.measurement.calibration).toBeCloseTo(1.3, 2);
  });

  it("compacts when the provider refused the request, down to the window that the refusal names", async () => {
    const { manager } = setUp({ maxContextTokens: 1_000_000 });
    const items = chatter(40);
    await manager.preflight("s", items);
    const error = new Error(
      "This model's maximum context length is 3000 tokens. However, you requested 3600 tokens",
    );
    const result = await manager.preflight("s", items, { error });
    expect(result.decision.trigger).toBe("overflow");
    expect(result.compaction).toBeDefined();
    expect(result.measurement.max).toBe(3000);
    expect(result.measurement.tokens).toBeLessThanOrEqual(1500);
  });

  it("asks the caller's own rule", async () => {
    const { manager } = setUp({
      shouldCompact: ({ tokens }) => (tokens > 900 ? "a milestone was reached" : undefined),
    });
    expect((await manager.preflight("s", chatter(5))).compaction).toBeUndefined();
    const result = await manager.preflight("s", chatter(20));
    expect(result.decision).toMatchObject({ trigger: "programmatic", action: "compact" });
  });

  it("proves with numbers that a request cannot fit, and changes nothing", async () => {
    const { manager, events } = setUp();
    const items = [say("system", "s".repeat(20_000)), ...chatter(3)];
    await expect(manager.preflight("s", items)).rejects.toMatchObject({
      code: "INSUFFICIENT_BUDGET",
      details: { fixed: 0, floor: expect.any(Number), budget: 3800 },
    });
    expect(named(events, "compact.summary_created")).toEqual([]);
    expect(named(events, "compact.insufficient_budget")).toHaveLength(1);
  });

  it("leaves a window alone that cannot reach its target but still fits", async () => {
    const { manager } = setUp();
    const items = [say("system", "s".repeat(13_600)), ...chatter(1)];
    const result = await manager.preflight("s", items);
    expect(result.items).toBe(items);
    expect(result.decision).toMatchObject({ action: "none", trigger: "percentage" });
  });
});

describe("manualCompact", () => {
  it("compacts below every trigger, and finds nothing to do the second time", async () => {
    const { manager } = setUp();
    const first = await manager.manualCompact("s", chatter(15), { note: "order A-1003" });
    expect(first.compaction?.version).toBe(1);
    const second = await manager.manualCompact("s", first.items);
    expect(second.compaction).toBeUndefined();
    expect(second.items).toBe(first.items);
  });

  it("counts the whole returned list against an explicit target", async () => {
    const { manager } = setUp();
    for (const targetTokens of [100, 300, 1000]) {
      const result = await manager.manualCompact(`s${targetTokens}`, chatter(30), { targetTokens });
      const tokens = result.items.reduce((sum, item) => sum + 4 + characterEstimator.count(item.content), 0);
      expect(tokens).toBeLessThanOrEqual(targetTokens);
      expect(tokens).toBeGreaterThan(targetTokens * 0.6);
    }
    const fits = chatter(2);
    expect((await manager.manualCompact("t", fits, { targetTokens: 5000 })).items).toBe(fits);
  });
});

describe("bound", () => {
  const call = say("assistant", "", {
    tool_calls: [{ id: "c1", name: "shell", arguments: '{"command":"npm test"}' }],
  });
  const lines = Array.from({ length: 3000 }, (_, line) => `ok ${line + 1} - test number ${line + 1}`);
  const output = say("tool", lines.join("\n"), { call_id: "c1" });

  it("gives evidence of a large result and archives the whole, before the list is sent anywhere", async () => {
    const { manager, events } = setUp({ policy: { toolOutputMaxTokens: 500 } });
    const [kept, bounded] = await manager.bound("s", [call, output]);
    expect(kept).toBe(call);
    expect(bounded!.content.length).toBeLessThan(3000);
    const recall = await manager.recall("s");
    const [hit] = await recall.search("test number 1234");
    expect(hit?.snippet).toContain("ok 1234 - test number 1234");
    expect(named(events, "compact.trigger_decision")).toEqual([]);
  });

  it("leaves small results and the session as they are", async () => {
    const { manager } = setUp();
    const items = chatter(3);
    await manager.preflight("s", items);
    const small = say("tool", "done", { call_id: "c1" });
    expect(await manager.bound("s", [call, small])).toEqual([call, small]);
    expect((await manager.preflight("s", items)).items).toBe(items);
  });
});
