import { describe, expect, it } from "vitest";
import { callbackExporter } from "../events/callback-exporter.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { splitStore } from "../stores/split-store.js";
import type { ArtifactPart, StorageAdapter } from "../stores/storage-adapter.js";
import type { SummaryRequest } from "../summarizers/summarizer.js";
import { chatter, named, say, setUp } from "./manager-test-support.js";

const never = (): Promise<never> => new Promise(() => undefined);
const timeLimits = { summarizerMs: 2, storeMs: 2, exporterMs: 2 };

const hangingArtifacts: ArtifactPart = {
  name: "bucket",
  putArtifacts: never,
  getArtifact: never,
  listArtifacts: never,
  searchArtifacts: never,
  artifactSessions: never,
  removeArtifacts: never,
  sweepArtifacts: never,
  close: never,
};

const hangingStorage: StorageAdapter = {
  ...hangingArtifacts,
  name: "hanging",
  append: never,
  read: never,
  find: never,
  sessions: never,
  remove: never,
  sweep: never,
  close: never,
};

describe("a part that does not answer", () => {
  it("is given up as a summarizer: its signal is aborted, it is asked once, the fallback writes", async () => {
    const requests: SummaryRequest[] = [];
    const working = { name: "working", summarize: () => Promise.resolve({ text: "Orders were discussed." }) };
    const { manager, events } = setUp({
      timeLimits,
      fallbackSummarizer: working,
      summarizer: {
        name: "hanging",
        summarize: (request) => {
          requests.push(request);
          return never();
        },
      },
    });
    const { compaction } = await manager.preflight("s", chatter(40));
    expect(compaction).toMatchObject({ summarizer: "working" });
    expect(requests.map(({ signal }) => signal?.aborted)).toEqual([true]);
    expect(named(events, "compact.summary_failed")).toMatchObject([
      { summarizer: "hanging", reason: expect.stringMatching(/did not answer within 2 ms/) as string },
    ]);
    await manager.close();
  });

  it("is given up when it is asked to revise", async () => {
    const { manager } = setUp({
      timeLimits,
      summarizer: {
        name: "revising",
        summarize: () => Promise.resolve({ text: "Something was said." }),
        revise: never,
      },
    });
    const { compaction } = await manager.preflight("s", chatter(40));
    expect(compaction?.summarizer).toBe("revising");
  });

  it("ignores an answer, and a failure, that comes too late", async () => {
    let fail = (_error: Error): void => undefined;
    const { manager } = setUp({
      timeLimits,
      summarizer: {
        name: "late",
        summarize: () => new Promise((_, reject) => (fail = reject)),
      },
    });
    const { compaction } = await manager.preflight("s", chatter(40));
    expect(compaction?.summarizer).toBe("extractive");
    fail(new Error("too late to matter"));
    await new Promise((resolve) => setImmediate(resolve));
    expect((await manager.undo("s")).items).toHaveLength(80);
  });

  it("does not keep a caller who aborts, whether or not it listens", async () => {
    const controller = new AbortController();
    const { manager } = setUp({
      summarizer: {
        name: "deaf",
        summarize: () => {
          queueMicrotask(() => controller.abort(new Error("stopped")));
          return never();
        },
      },
    });
    const { signal } = controller;
    await expect(manager.preflight("s", chatter(40), { signal })).rejects.toMatchObject({ code: "ABORTED" });
    await expect(manager.undo("s")).rejects.toMatchObject({ code: "NOTHING_TO_UNDO" });
  });

  it("is given up as a store: memory takes its place, every call goes on, close says what was not written", async () => {
    const { manager } = setUp({
      timeLimits,
      storage: hangingStorage,
      policy: { keepUserTokens: 0 },
    });
    const { compaction, degraded } = await manager.preflight("s", chatter(40));
    expect(degraded).toMatchObject({
      store: "hanging",
      reason: expect.stringMatching(/did not read/) as string,
    });
    expect(await manager.readArchived("s", compaction?.removed[0] ?? "")).toEqual(chatter(1)[0]);
    expect((await manager.remember("s")).sessionId).toBe("s");
    expect((await manager.undo("s")).items).toHaveLength(80);
    await expect(manager.sweep()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(manager.remove("s")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(manager.close()).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      details: { sessions: expect.arrayContaining(["s"]) as string[] },
    });
  });

  it("is asked again as a store once it has answered, and is then handed what was kept", async () => {
    const inner = memoryStorage();
    const waiting: (() => void)[] = [];
    let isHanging = true;
    const storage: StorageAdapter = {
      ...inner,
      name: "slow",
      append: async (sessionId, entries) => {
        if (isHanging) await new Promise<void>((resolve) => waiting.push(resolve));
        await inner.append(sessionId, entries);
      },
    };
    const { manager } = setUp({ timeLimits, storage });
    const first = await manager.preflight("s", chatter(40));
    expect(first.degraded?.keptInMemory).toBeGreaterThan(0);
    isHanging = false;
    for (const answer of waiting) answer();
    await new Promise((resolve) => setImmediate(resolve));
    const second = await manager.preflight("s", first.items);
    expect(second.degraded).toBeUndefined();
    const items = (await inner.read("s", ["item"])).map(({ id }) => id);
    expect(new Set(items).size).toBe(items.length);
    for (const id of first.compaction?.removed ?? ["none"]) expect(items).toContain(id);
    expect(await inner.read("s", ["compaction"])).toHaveLength(1);
    await manager.close();
  });

  it("is asked once more as a store when the manager closes, and is then handed what was kept", async () => {
    const inner = memoryStorage();
    let isHanging = true;
    const append: StorageAdapter["append"] = async (...values) =>
      isHanging ? never() : inner.append(...values);
    const { manager } = setUp({ timeLimits, storage: { ...inner, name: "silent", append } });
    const { degraded, compaction } = await manager.preflight("s", chatter(40));
    expect(degraded?.keptInMemory).toBeGreaterThan(0);
    isHanging = false;
    await manager.close();
    const items = (await inner.read("s", ["item"])).map(({ id }) => id);
    for (const id of compaction?.removed ?? ["none"]) expect(items).toContain(id);
  });

  it("is given up as the lock of a session, and a task that was given up does not begin later", async () => {
    const inner = memoryStorage();
    const begins: (() => Promise<unknown>)[] = [];
    const exclusively: NonNullable<StorageAdapter["exclusively"]> = (_, task) => {
      begins.push(() => task({ revision: never }));
      return never();
    };
    const { manager, events } = setUp({ timeLimits, storage: { ...inner, name: "lock", exclusively } });
    expect((await manager.preflight("s", chatter(40))).compaction).toBeDefined();
    expect(named(events, "compact.store_degraded")[0]?.reason).toContain("did not lock a session");
    expect(begins).toHaveLength(1);
    for (const begin of begins) await begin();
    expect(named(events, "compact.trigger_decision")).toHaveLength(1);
  });

  it("is given up as a lock that says neither what others did nor that it is free again", async () => {
    const exclusively: NonNullable<StorageAdapter["exclusively"]> = async (_, task) => {
      await task({ revision: never });
      return never();
    };
    const { manager } = setUp({ timeLimits, storage: { ...memoryStorage(), name: "lock", exclusively } });
    expect((await manager.preflight("s", chatter(40))).compaction).toBeDefined();
  });

  it("is waited for as a session that somebody else works on, until the caller aborts", async () => {
    let begin: () => void = () => undefined;
    const exclusively: NonNullable<StorageAdapter["exclusively"]> = async (_, task, options) => {
      options?.onTaken?.();
      await new Promise<void>((resolve) => (begin = resolve));
      return task({ revision: async () => "1" });
    };
    const { manager, events } = setUp({ timeLimits, storage: { ...memoryStorage(), exclusively } });
    const controller = new AbortController();
    const { signal } = controller;
    const first = manager.preflight("s", chatter(40), { signal });
    // This takes longer than a store may.
    const other = setUp({ timeLimits, storage: hangingStorage });
    await other.manager.preflight("s", chatter(40));
    expect(named(events, "compact.trigger_decision")).toEqual([]);
    controller.abort(new Error("stopped"));
    await expect(first).rejects.toMatchObject({ code: "ABORTED" });
    begin();
    const second = manager.preflight("s", chatter(40));
    await new Promise((resolve) => setImmediate(resolve));
    begin();
    expect((await second).compaction).toBeDefined();
    expect(named(events, "compact.trigger_decision")).toHaveLength(1);
  });

  it("is given up as a store of artifacts", async () => {
    const storage = splitStore({ entries: memoryStorage(), artifacts: hangingArtifacts });
    const { manager } = setUp({ timeLimits, storage, policy: { toolOutputMaxTokens: 300 } });
    const call = say("assistant", "", { tool_calls: [{ id: "a", name: "run", arguments: "{}" }] });
    const output = say("tool", "a line of output\n".repeat(500), { call_id: "a" });
    const { items, degraded } = await manager.preflight("s", [say("user", "go"), call, output]);
    expect(items[2]?.content).toContain("full output: art_");
    expect(degraded).toMatchObject({ store: "memory + bucket", artifactsInMemory: 1 });
    const recall = await manager.recall("s");
    expect((await recall.search("line of output")).length).toBeGreaterThan(0);
    await expect(manager.close()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });

  it("is given up as an exporter", async () => {
    const exporters = [callbackExporter(never, { name: "hanging" })];
    const { manager, storage } = setUp({ timeLimits, exporters });
    expect((await manager.preflight("s", chatter(40))).compaction).toBeDefined();
    await manager.close();
    const told = (await storage.read("s", ["event"])).map(({ data }) => data);
    expect(told.length).toBeGreaterThan(0);
  });

  it("is given up as a similarity, and the lexical one takes its place", async () => {
    for (const scores of [
      never,
      () => [1],
      () => Promise.reject(new Error("no model")),
      () => [Number.NaN],
    ]) {
      const { manager, events } = setUp({
        timeLimits,
        policy: { pruning: "semantic" },
        similarity: { name: "hanging", scores },
      });
      expect((await manager.preflight("s", chatter(40))).compaction).toBeDefined();
      expect(named(events, "compact.part_failed")[0]).toMatchObject({ part: "similarity" });
    }
  });

  it("is given up as a remote compactor, and the window is compacted here", async () => {
    for (const compact of [
      never,
      () => Promise.reject(new Error("down")),
      () => Promise.resolve({ items: 3 }),
    ]) {
      const { manager, events } = setUp({
        timeLimits,
        policy: { strategy: "remote" },
        remote: { name: "remote", compact: compact as never },
      });
      expect((await manager.preflight("s", chatter(40))).compaction).toMatchObject({
        rung: expect.not.stringMatching("remote") as string,
      });
      expect(named(events, "compact.part_failed")[0]).toMatchObject({ part: "remote compactor" });
    }
  });
});

describe("a part that answers what no event can tell", () => {
  it("does not fail the run: a summarizer without a name, and one that dropped fewer than none", async () => {
    const answer = () => Promise.resolve({ text: "Orders were discussed.", dropped: -1 });
    const { manager, events } = setUp({ summarizer: { summarize: answer } as never });
    const { compaction } = await manager.preflight("s", chatter(40));
    expect(compaction).toMatchObject({ summarizer: "unnamed" });
    expect(named(events, "compact.part_failed")).toMatchObject([
      { part: "event compact.summary_created", reason: expect.stringMatching(/dropped_entries/) as string },
    ]);
  });

  it("fails by name where the run needs it: a clock, a redactor, an estimator that throws", async () => {
    const fail = (): never => {
      throw new TypeError("broken");
    };
    const code = expect.stringMatching(/^(PART_FAILED|INVALID_CONFIG)$/) as string;
    for (const parts of [
      { clock: () => Number.NaN },
      { clock: fail },
      { redactor: { enabled: true, text: fail, value: fail } },
      { estimator: { name: "broken", count: fail } as never },
    ]) {
      const { manager } = setUp(parts);
      await expect(manager.preflight("s", chatter(40))).rejects.toMatchObject({ name: "CompactError", code });
    }
  });
});
