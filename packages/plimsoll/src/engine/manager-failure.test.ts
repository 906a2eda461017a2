import { describe, expect, it } from "vitest";
import { itemId } from "../conversation/item-id.js";
import { callbackExporter } from "../events/callback-exporter.js";
import type { CompactEvent } from "../events/compact-event.js";
import { anthropic } from "../formats/anthropic/anthropic.js";
import type { Format } from "../formats/format.js";
import type { PlainMessage } from "../formats/plain/plain.js";
import { createRedactor } from "../redaction/create-redactor.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { CompactManager } from "./compact-manager.js";
import { chatter, named, say, setUp } from "./manager-test-support.js";

describe("failure", () => {
  it("has the embedded summarizer take over from one that fails, where nothing else is said", async () => {
    const broken = { name: "broken", summarize: () => Promise.reject(new Error("no route to host")) };
    const { manager, events } = setUp({ summarizer: broken });
    const { compaction } = await manager.preflight("s", chatter(40));
    expect(compaction?.summarizer).toBe("extractive");
    expect(named(events, "compact.summary_failed")).toHaveLength(2);
    expect(named(events, "compact.summary_skipped")).toEqual([]);
  });

  it("goes on without a summary when the summarizer fails twice and none is to take over, and says so to the model and in events", async () => {
    const templates: string[] = [];
    const { manager, events } = setUp({
      fallbackSummarizer: "none",
      policy: { keepUserTokens: 0 },
      summarizer: {
        name: "broken",
        summarize: (request) => {
          templates.push(request.template);
          return Promise.reject(new Error("no route to host"));
        },
      },
    });
    const result = await manager.preflight("s", chatter(40));
    expect(templates).toEqual(["task_state", "brief"]);
    expect(result.measurement.tokens).toBeLessThanOrEqual(2000);
    expect(result.items[0]?.content).toContain("68 earlier items left the window without a summary");
    expect(named(events, "compact.summary_failed")).toHaveLength(2);
    expect(named(events, "compact.summary_skipped")[0]?.severity).toBe("warning");
  });

  it("uses the fallback summarizer where one is given", async () => {
    const broken = { name: "broken", summarize: () => Promise.reject(new Error("down")) };
    const working = { name: "working", summarize: () => Promise.resolve({ text: "Orders were discussed." }) };
    const { manager } = setUp({
      summarizer: broken,
      fallbackSummarizer: working,
      policy: { keepUserTokens: 0 },
    });
    const result = await manager.preflight("s", chatter(40));
    expect(result.compaction).toMatchObject({
      summarizer: "working",
      summary: expect.stringMatching(
        /\nNotes by the model \(not verified\):\n Orders were discussed\.\nExtracts:\n/,
      ) as string,
    });
  });

  it("keeps working in memory when the store cannot be written", async () => {
    const storage = { ...memoryStorage(), append: () => Promise.reject(new Error("disk full")) };
    const { manager, events } = setUp({ storage, policy: { keepUserTokens: 0 } });
    const { compaction } = await manager.preflight("s", chatter(40));
    expect(named(events, "compact.store_degraded").length).toBeGreaterThan(0);
    expect(await manager.readArchived("s", compaction?.removed[0] ?? "")).toEqual(chatter(1)[0]);
  });

  it("fails by name rather than send too much, where nothing can be archived anywhere", async () => {
    const storage = { ...memoryStorage(), append: () => Promise.reject(new Error("disk full")) };
    const { manager } = setUp({ storage });
    const items = Array.from({ length: 12_000 }, (_, index) =>
      say(index % 2 ? "assistant" : "user", `line ${index}`),
    );
    await expect(manager.preflight("s", items)).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      details: { tokens: expect.any(Number) as number, hardLimit: 3800 },
    });
  });

  it("refuses what no call can work with, and says what and where", async () => {
    const { manager } = setUp();
    const refused = (items: unknown, options = {}) =>
      expect(manager.manualCompact("s", items as PlainMessage[], options)).rejects;
    await refused("hello").toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("type string"),
    });
    await refused([say("user", "a"), "b"]).toMatchObject({ code: "INVALID_INPUT", details: { index: 1 } });
    await refused([null]).toMatchObject({ message: expect.stringContaining("Item 0 is null") });
    for (const targetTokens of [0, -5, 1.5, Number.NaN]) {
      await refused(chatter(1), { targetTokens }).toMatchObject({ code: "INVALID_INPUT" });
    }
    await expect(manager.preflight("", chatter(1))).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("puts evidence in place of an output that alone is larger than the window", async () => {
    const { manager, events } = setUp();
    const call = say("assistant", "", { tool_calls: [{ id: "a", name: "grep", arguments: "{}" }] });
    const output = say("tool", `first match\n${"x".repeat(60_000)}\nlast match`, { call_id: "a" });
    const items = [say("user", "find it"), call, output];
    const result = await manager.preflight("s", items);
    expect(result.items[0]).toBe(items[0]);
    expect(result.items[1]).toBe(call);
    for (const part of ["first match", "last match", "full output: art_"])
      expect(result.items[2]?.content).toContain(part);
    expect(result.items[2]?.meta).toEqual({ call_id: "a" });
    expect(named(events, "compact.evidence_applied")[0]).toMatchObject({ count: 1 });
    expect(await manager.readArchived("s", itemId(output))).toEqual(output);
    const recall = await manager.recall("s");
    expect((await recall.search("last match"))[0]).toMatchObject({ role: "tool", line: 3 });
    expect((await recall.read(itemId(output), { around: "last match" })).text).toContain("last match");
  });

  it("bounds a large result as it arrives, below every trigger, and keeps the raw one readable", async () => {
    const { manager, events, storage } = setUp({
      maxContextTokens: 100_000,
      policy: { toolOutputMaxTokens: 300 },
    });
    const call = say("assistant", "", {
      tool_calls: [{ id: "a", name: "run", arguments: '{"command":"make"}' }],
    });
    const lines = Array.from({ length: 2000 }, (_, line) => `compiling unit ${line}`);
    const output = say("tool", ["start", ...lines, "ERROR: undefined symbol frob", "end"].join("\n"), {
      call_id: "a",
    });
    const rule = say("tool", "y".repeat(5000), { call_id: "b", protected: true });
    const pinned = say("assistant", "", { tool_calls: [{ id: "b", name: "run", arguments: "{}" }] });
    const items = [say("user", "build it"), call, output, pinned, rule];
    const result = await manager.preflight("s", items);
    expect(result.decision.action).toBe("none");
    expect(result.items[2]?.content).toContain("ERROR: undefined symbol frob");
    expect(result.items[2]?.content).toMatch(/full output: art_[0-9a-f]{32}\]/);
    expect(result.measurement.tokens).toBeLessThan(1800);
    expect(result.items[4]).toBe(rule);
    expect(await manager.readArchived("s", itemId(output))).toEqual(output);
    expect(named(events, "compact.evidence_applied")).toMatchObject([{ count: 1 }]);
    const clones = await manager.preflight("s", structuredClone(items));
    expect(clones.items[2]).toBe(result.items[2]);
    const restarted = setUp({ maxContextTokens: 100_000, policy: { toolOutputMaxTokens: 300 }, storage });
    const after = await restarted.manager.preflight("s", structuredClone(items));
    expect(after.items).toEqual(result.items);
  });

  it("masks old outputs before it summarizes, and leaves the newest alone", async () => {
    const { manager, events } = setUp({
      maxContextTokens: 8000,
      policy: { maskMinTokens: 1000, maskProtectTokens: 1500, targetPct: 0.7 },
    });
    const steps = Array.from({ length: 10 }, (_, step) => [
      say("assistant", "", { tool_calls: [{ id: `c${step}`, name: "run", arguments: "{}" }] }),
      say("tool", Array.from({ length: 200 }, (__, line) => `step ${step} line ${line}`).join("\n"), {
        call_id: `c${step}`,
      }),
    ]).flat();
    const items = [say("user", "go"), ...steps];
    const result = await manager.preflight("s", items);
    expect(result.compaction).toMatchObject({ rung: "mask", version: 0, removed: [], summary: "" });
    expect(named(events, "compact.summary_created")).toEqual([]);
    expect(result.items).toHaveLength(items.length);
    expect(result.items.at(-1)).toBe(items.at(-1));
    expect(result.items[2]).not.toBe(items[2]);
    expect(result.items[2]?.content).toMatch(/full output: art_[0-9a-f]{32}\]/);
    expect(result.measurement.tokens).toBeLessThanOrEqual(5600);
    const again = await manager.preflight("s", [...items, say("user", "and?")]);
    expect(again.items.slice(0, -1)).toEqual(result.items);
  });

  it("tells once that a compaction is applied again", async () => {
    const { manager, events } = setUp();
    const history = chatter(40);
    await manager.preflight("s", history);
    for (let call = 1; call <= 3; call++) await manager.preflight("s", [...history, ...chatter(call, 40)]);
    expect(named(events, "compact.reapplied")).toMatchObject([{ version: 1 }]);
  });

  it("repairs malformed tool messages below every trigger and says what it did", async () => {
    const { manager, events } = setUp();
    const calls = (id: string) =>
      say("assistant", "", { tool_calls: [{ id, name: "read", arguments: "{}" }] });
    const items = [
      say("user", "go"),
      calls("a"),
      say("tool", "of a", { call_id: "a" }),
      say("tool", "of nobody", { call_id: "x" }),
      calls("b"),
      say("user", "and now?"),
      calls("c"),
    ];
    const result = await manager.preflight("s", items);
    const [user, first, answer, second, made, next, waiting] = result.items;
    expect([user, first, answer, second, next, waiting]).toEqual([
      items[0],
      items[1],
      items[2],
      items[4],
      items[5],
      items[6],
    ]);
    expect(made).toMatchObject({ role: "tool", content: "[no result was recorded for this call]" });
    expect(named(events, "compact.malformed_items")).toMatchObject([
      { orphan_results: 1, duplicate_calls: 0, missing_results: 1 },
    ]);
    const again = await manager.preflight("s", items);
    expect(again.items[4]).toBe(made);
  });

  it("keeps the user's words beside a result that nobody asked for, and archives the item as it came", async () => {
    const events: CompactEvent[] = [];
    const storage = memoryStorage();
    const manager = new CompactManager({
      model: "gpt-5",
      format: anthropic as Format,
      storage,
      exporters: [callbackExporter((event) => void events.push(event))],
    });
    const orphan = { type: "tool_result", tool_use_id: "x", content: "of nobody" };
    const said = { type: "text", text: "Stop. Use the other file." };
    const items = [
      { role: "user", content: "go" },
      { role: "assistant", content: "On it." },
      { role: "user", content: [orphan, said] },
    ];
    const result = await manager.preflight("s", items);
    expect(result.items).toEqual([items[0], items[1], { role: "user", content: [said] }]);
    expect(named(events, "compact.malformed_items")).toMatchObject([
      { orphan_results: 1, set_aside: 0, trimmed: 1 },
    ]);
    const archived = (await storage.read("s")).filter(({ kind }) => kind === "item").map(({ data }) => data);
    expect(archived).toContainEqual(items[2]);
    expect((await manager.preflight("s", items)).items[2]).toBe(result.items[2]);
  });

  it("changes nothing when it is aborted in the middle of a summary", async () => {
    const controller = new AbortController();
    const { manager } = setUp({
      summarizer: {
        name: "slow",
        summarize: (request) =>
          new Promise((_, reject) => {
            request.signal?.addEventListener("abort", () => reject(new Error("aborted")));
            controller.abort();
          }),
      },
    });
    const items = chatter(40);
    await expect(manager.preflight("s", items, { signal: controller.signal })).rejects.toMatchObject({
      code: "ABORTED",
    });
    await expect(manager.undo("s")).rejects.toMatchObject({ code: "NOTHING_TO_UNDO" });
  });

  it("warns once, loudly, when redaction is off, and of a model it does not know", async () => {
    const events: CompactEvent[] = [];
    const manager = new CompactManager<PlainMessage>({
      model: "homegrown-7b",
      redactor: createRedactor({ enabled: false }),
      estimator: characterEstimator,
      exporters: [callbackExporter((event) => void events.push(event))],
    });
    await manager.preflight("s", chatter(1));
    await manager.preflight("s", chatter(2));
    expect(named(events, "compact.redaction_disabled")).toMatchObject([{ severity: "high" }]);
    expect(named(events, "compact.unknown_model")).toMatchObject([{ severity: "warning" }]);
  });
});
