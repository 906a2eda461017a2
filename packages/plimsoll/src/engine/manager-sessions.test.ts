import { describe, expect, it } from "vitest";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { CompactManager } from "./compact-manager.js";
import { chatter, say, setUp } from "./manager-test-support.js";

describe("memory", () => {
  it("keeps what is protected by its metadata or by key until the key is given to another item", async () => {
    const { manager } = setUp({ policy: { keepUserTokens: 0 } });
    const [rule, old, fresh] = [
      say("user", "Never delete the production table.", { protected: true }),
      say("user", "The budget is 300 euros."),
      say("user", "The budget is 500 euros."),
    ];
    await manager.protect("s", old, { key: "budget" });
    await manager.protect("s", fresh, { key: "budget" });
    const result = await manager.preflight("s", [rule, old, fresh, ...chatter(40)]);
    expect(result.items).toContain(rule);
    expect(result.items).toContain(fresh);
    expect(result.items).not.toContain(old);
  });

  it("does not take the format of a session from an item that is protected", async () => {
    const manager = new CompactManager({ model: "gpt-5", estimator: characterEstimator });
    const items = [
      { type: "message", role: "user", content: [{ type: "input_text", text: "hello ".repeat(100) }] },
    ];
    const { measurement } = await manager.preflight("s", items);
    await manager.protect("s", say("user", "a rule", { source: "wiki" }));
    const again = await manager.preflight("s", items, {
      usage: { input_tokens: measurement.raw, output_tokens: 1 },
    });
    expect(again.measurement.anchored).toBe(true);
    await expect(manager.protect("s", "a rule" as never)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("archives what another program took out, redacted, and changes no window", async () => {
    const { manager } = setUp();
    const taken = [
      say("user", "The retry limit is 17."),
      say("assistant", "password=hunter2hunter2 is set."),
    ];
    await manager.archive("s", taken);
    await manager.archive("s", taken);
    const items = [say("user", "hello")];
    expect((await manager.preflight("s", items)).items).toEqual(items);
    const recall = await manager.recall("s");
    expect((await recall.search("retry limit"))[0]?.snippet).toContain("limit is 17");
    const listed = await recall.list();
    expect(listed).toHaveLength(2);
    expect(JSON.stringify(listed)).not.toContain("hunter2");
    await expect(manager.archive("s", ["text"] as never)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("tells what the model still sees", async () => {
    const { manager, storage } = setUp({ policy: { keepUserTokens: 0 } });
    await manager.preflight("s", [say("system", "You are helpful."), ...chatter(40)]);
    const remembered = await manager.remember("s");
    expect(remembered).toMatchObject({ version: 1, pinned: [{ role: "system", text: "You are helpful." }] });
    expect(remembered.recent).toHaveLength(12);
    expect(remembered.summary).not.toBe("");
    const restarted = setUp({ storage, policy: { keepUserTokens: 0 } });
    expect(await restarted.manager.remember("s")).toEqual(remembered);
  });
});

describe("undo", () => {
  it("gives the list from before back, whether the caller adopted the window or not, also in a new process", async () => {
    for (const adopts of [true, false]) {
      for (const restarts of [true, false]) {
        const first = setUp();
        const history = chatter(40);
        const { items } = await first.manager.preflight("s", history);
        const more = chatter(1, 40);
        const list = [...(adopts ? items : history), ...more];
        const { manager } = restarts ? setUp({ storage: first.storage }) : first;
        const { items: restored, undone } = await manager.undo("s", restarts ? structuredClone(list) : list);
        expect(undone.version).toBe(1);
        expect(restored).toEqual([...history, ...more]);
        expect((await manager.remember("s")).recent).toHaveLength(history.length);
        const held = await manager.preflight("s", restored);
        expect(held.decision.trigger).toBe(held.decision.tokens > 3800 ? "hard" : "held");
      }
    }
  });

  it("goes back through several compactions and then says that there is nothing left", async () => {
    const { manager } = setUp();
    let history = chatter(30);
    const windows = [history];
    for (let round = 0; round < 3; round++) {
      const { items } = await manager.manualCompact("s", history, { targetTokens: 1500 });
      history = [...items, ...chatter(20, 100 * (round + 1))];
      windows.push(history);
    }
    for (const before of windows.toReversed().slice(1)) {
      const { items } = await manager.undo("s", history);
      expect(items.slice(0, before.length)).toEqual(before);
      history = before;
    }
    await expect(manager.undo("s")).rejects.toMatchObject({ code: "NOTHING_TO_UNDO" });
  });
});

describe("archive", () => {
  it("has every removed item, readable by its id, before the window changes", async () => {
    const { manager } = setUp({ policy: { keepUserTokens: 0 } });
    const items = chatter(40);
    const { compaction } = await manager.preflight("s", items);
    expect(compaction?.removed).toHaveLength(68);
    const read = await Promise.all((compaction?.removed ?? []).map((id) => manager.readArchived("s", id)));
    expect(read).toEqual(items.slice(0, 68));
    await expect(manager.readArchived("s", "item_none")).rejects.toMatchObject({ code: "UNKNOWN_ITEM" });
  });

  it("names what a summary covers, over all compactions, where the archive outlives the process", async () => {
    const storage = Object.assign(memoryStorage(), { name: "on disk" });
    const { manager } = setUp({ storage, policy: { keepUserTokens: 0 } });
    let history = chatter(40);
    const removed: string[] = [];
    for (let round = 1; round <= 2; round++) {
      const { items, compaction } = await manager.preflight("s", history);
      removed.push(...(compaction?.removed ?? []));
      const line = items[0]?.content.split("\n").at(-2);
      expect(line).toBe(`[covers ${removed.length} archived items, ${removed[0]} to ${removed.at(-1)}]`);
      history = [...items, ...chatter(40, 40 * round)];
    }
    expect((await manager.remember("s")).summary).not.toContain("[covers");
  });

  it("stores no secret", async () => {
    const { manager, storage } = setUp();
    const secret = `sk-proj-${"a1B2".repeat(12)}`;
    await manager.preflight("s", [say("user", `my key is ${secret}`), ...chatter(40)]);
    await manager.close();
    const stored = JSON.stringify(await storage.read("s"));
    expect(stored).toContain("[REDACTED:");
    expect(stored).not.toContain(secret);
  });
});

describe("sessions", () => {
  it("runs calls of one session in order and different sessions side by side", async () => {
    const finished: string[] = [];
    const gate = deferred();
    const { manager } = setUp({
      summarizer: {
        name: "gated",
        summarize: async (request) => {
          if (request.sessionId === "slow") await gate.promise;
          return { text: "short" };
        },
      },
    });
    const slow = manager.preflight("slow", chatter(40)).then(() => finished.push("slow 1"));
    const queued = manager.preflight("slow", chatter(40)).then(() => finished.push("slow 2"));
    await manager.preflight("quick", chatter(40)).then(() => finished.push("quick"));
    gate.resolve(undefined);
    await Promise.all([slow, queued]);
    expect(finished).toEqual(["quick", "slow 1", "slow 2"]);
  });

  it("reads a session from the store again when memory is short", async () => {
    const { manager } = setUp({ maxSessions: 1 });
    const history = chatter(40);
    const first = await manager.preflight("a", history);
    await manager.preflight("b", chatter(3));
    const again = await manager.preflight("a", history);
    expect(again.items).toEqual(first.items);
    expect(again.reapplied).toBe(1);
  });

  it("archives the events of a session that memory lets go, and keeps none of one that is removed", async () => {
    const { manager, storage } = setUp({ maxSessions: 1 });
    await manager.preflight("quiet", chatter(1));
    await manager.preflight("other", chatter(1));
    expect((await storage.read("quiet", ["event"])).length).toBeGreaterThan(0);
    expect(await manager.remove("quiet")).toBe(true);
    expect(await manager.remove("other")).toBe(false);
    await manager.close();
    expect(await storage.sessions()).toEqual([]);
  });

  it("deletes sessions that were idle for longer than the retention", async () => {
    let now = Date.parse("2026-01-01T00:00:00Z");
    const { manager, storage } = setUp({ clock: () => now, retentionDays: 10 });
    await manager.preflight("old", chatter(40));
    now += 11 * 86_400_000;
    await manager.preflight("new", chatter(40));
    expect(await manager.sweep()).toEqual(["old"]);
    expect(await manager.sweep()).toEqual([]);
    now += 11 * 86_400_000;
    const next = setUp({ clock: () => now, retentionDays: 10, storage });
    await next.manager.preflight("newest", chatter(40));
    expect((await storage.sessions()).map((session) => session.sessionId)).toEqual(["newest"]);
  });

  it("lets a session go on from what another one compacted, and from nothing else", async () => {
    const { manager, storage } = setUp();
    const history = chatter(40);
    const { items } = await manager.preflight("trunk", history);
    expect(await manager.fork("trunk", "other", chatter(40, 7))).toBe(false);
    expect(await manager.fork("trunk", "short", history.slice(0, 20))).toBe(false);
    expect(await manager.fork("trunk", "branch", [...history, say("user", "What else?")])).toBe(true);
    const { manager: later } = setUp({ storage });
    for (const owner of [manager, later]) {
      const branch = await owner.preflight(
        "branch",
        structuredClone([...history, say("user", "What else?")]),
      );
      expect(branch.reapplied).toBe(1);
      expect(branch.items.slice(0, -1)).toEqual(items);
    }
    expect((await later.undo("branch")).items).toEqual([...history, say("user", "What else?")]);
    expect((await manager.preflight("trunk", history)).items).toEqual(items);
    expect((await storage.read("branch", ["item"])).length).toBeGreaterThanOrEqual(80);
  });
});

function deferred() {
  let resolve: (value: unknown) => void = () => undefined;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
