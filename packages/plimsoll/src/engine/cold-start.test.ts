import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { CompactEvent } from "../events/compact-event.js";
import type { PlainMessage } from "../formats/plain/plain.js";
import { fileStorage } from "../stores/fs/file-storage.js";
import type { CompactConfig } from "./compact-config.js";
import type { CompactManager } from "./compact-manager.js";
import { chatter, named, say, setUp } from "./manager-test-support.js";

/** A manager in a process that has not loaded the engine yet. */
async function coldSetUp(more?: Partial<CompactConfig<PlainMessage>>): Promise<ReturnType<typeof setUp>> {
  vi.resetModules();
  const fresh = await import("./manager-test-support.js");
  return fresh.setUp(more);
}

type Manager = CompactManager<PlainMessage>;

const HISTORY = chatter(60);
const GROWN = [...HISTORY, ...chatter(2, 60)];

/** Calls of one session that depend on their order. */
const CALLS: readonly ((manager: Manager) => Promise<unknown>)[] = [
  (manager) => manager.undo("s").catch(({ code }: { code: string }) => code),
  (manager) => manager.protect("s", HISTORY[0] as PlainMessage, { key: "first" }),
  (manager) => manager.preflight("s", HISTORY),
  (manager) => manager.remember("s"),
  (manager) => manager.undo("s"),
  (manager) => manager.redo("s"),
  (manager) => manager.plan("s", HISTORY),
  (manager) => manager.checkpoint("s"),
  (manager) => manager.manualCompact("s", GROWN),
  (manager) => manager.transcript("s"),
];

const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plimsoll-cold-start-"));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

describe("the first calls of a process", () => {
  it("of one session, made at once, give what they give one after the other", async () => {
    const warm = setUp();
    const expected: unknown[] = [];
    for (const call of CALLS) expected.push(await call(warm.manager));
    const { manager, events } = await coldSetUp();
    const results = await Promise.all(CALLS.map((call) => call(manager)));
    expect(results).toEqual(expected);
    expect(events).toEqual(warm.events);
  });

  it("of several sessions, made at once, do not disturb each other", async () => {
    const { manager } = await coldSetUp();
    const sessions = ["a", "b", "c", "d"];
    const results = await Promise.all(sessions.map((session) => manager.preflight(session, HISTORY)));
    const { items } = await setUp().manager.preflight("a", HISTORY);
    for (const result of results) expect(result.items).toEqual(items);
    const undone = await Promise.all(sessions.map((session) => manager.undo(session)));
    for (const { items: restored } of undone) expect(restored).toEqual(HISTORY);
  });

  it("change nothing if their signal aborts before or while the engine loads", async () => {
    const expected = await setUp().manager.preflight("s", GROWN);
    for (const moments of [0, 1, 2, 5, 20]) {
      const { manager, storage } = await coldSetUp();
      const controller = new AbortController();
      const call = manager.preflight("s", HISTORY, { signal: controller.signal });
      const refused = expect(call).rejects.toMatchObject({ code: "ABORTED" });
      for (let moment = 0; moment < moments; moment++) await Promise.resolve();
      controller.abort();
      await refused;
      expect(await storage.read("s", ["compaction"])).toEqual([]);
      const { items, decision } = await manager.preflight("s", GROWN);
      expect({ items, decision }).toEqual({ items: expected.items, decision: expected.decision });
    }
  });

  it("change nothing if their signal aborts while the summarizer loads", async () => {
    const controller = new AbortController();
    const { manager, storage } = await coldSetUp({
      exporters: [
        {
          name: "aborting",
          export: ({ event }) => {
            if (event === "compact.policy_applied") controller.abort();
          },
        },
      ],
    });
    const call = manager.preflight("s", HISTORY, { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ code: "ABORTED" });
    expect(await storage.read("s", ["compaction"])).toEqual([]);
    expect((await manager.preflight("s", HISTORY)).compaction?.version).toBe(1);
  });

  it("leave the order of calls alone if one of them is aborted", async () => {
    const { manager } = await coldSetUp();
    const signal = AbortSignal.abort();
    const [aborted, result, undone] = await Promise.allSettled([
      manager.preflight("s", HISTORY, { signal }),
      manager.preflight("s", HISTORY),
      manager.undo("s"),
    ]);
    expect(aborted).toMatchObject({ status: "rejected", reason: { code: "ABORTED" } });
    expect(result).toMatchObject({ status: "fulfilled", value: { compaction: { version: 1 } } });
    expect(undone).toMatchObject({ status: "fulfilled", value: { items: HISTORY } });
  });
});

describe("closing a manager", () => {
  /** What can be under way, and what the archive holds of it afterwards. */
  const UNDER_WAY: Readonly<Record<string, [(manager: Manager) => Promise<unknown>, event: string]>> = {
    preflight: [(manager) => manager.preflight("s", HISTORY), "compact.compacted"],
    protect: [(manager) => manager.protect("s", say("user", "Keep this.")), "compact.protected"],
    prepare: [(manager) => manager.prepare("s", HISTORY), "compact.summary_created"],
  };

  for (const [name, [call, event]] of Object.entries(UNDER_WAY)) {
    for (const temperature of ["first", "later"] as const) {
      it(`waits for a ${temperature} call under way: ${name}`, async () => {
        const path = await newFolder();
        const told: string[] = [];
        const exporter = {
          name: "list",
          export: (given: CompactEvent) => void told.push(given.event),
          close: async () => void told.push("closed"),
        };
        const { manager } = await coldSetUp({ storage: fileStorage({ path }), exporters: [exporter] });
        if (temperature === "later") await manager.preflight("s", HISTORY.slice(0, 4));
        let hasEnded = false;
        const running = call(manager).finally(() => {
          hasEnded = true;
        });
        await manager.close();
        expect(hasEnded).toBe(true);
        await running;
        expect(told.filter((one) => one === event || one === "closed")).toEqual([event, "closed"]);
        const archived = await fileStorage({ path }).read("s", ["event"]);
        expect(
          named(
            archived.map(({ data }) => data as CompactEvent),
            event,
          ),
        ).toHaveLength(1);
      });
    }
  }

  it("does not wait for a summarizer that never answers, once the signals of its calls abort", async () => {
    const controller = new AbortController();
    const summarizer = {
      name: "silent",
      summarize: () => {
        queueMicrotask(() => controller.abort());
        return new Promise<never>(() => undefined);
      },
    };
    const { manager } = await coldSetUp({ summarizer, timeLimits: { summarizerMs: 0 } });
    const { signal } = controller;
    const calls = Promise.allSettled([
      manager.preflight("s", HISTORY, { signal }),
      manager.prepare("t", HISTORY, { signal }),
    ]);
    await manager.close();
    const aborted = { status: "rejected", reason: { code: "ABORTED" } };
    expect(await calls).toMatchObject([aborted, aborted]);
  });

  it("waits for a call that fails as well, and does not fail with it", async () => {
    const { manager } = await coldSetUp();
    const failing = expect(manager.undo("s")).rejects.toMatchObject({ code: "NOTHING_TO_UNDO" });
    await manager.close();
    await failing;
  });

  it("is possible before the first call, and later calls end well or with an error of their own", async () => {
    const { manager, events } = await coldSetUp();
    await Promise.all([manager.close(), manager.close()]);
    expect(events).toEqual([]);
    const { compaction } = await manager.preflight("s", HISTORY);
    expect(compaction?.version).toBe(1);
    expect((await manager.undo("s")).items).toEqual(HISTORY);
    await expect(manager.undo("s")).rejects.toMatchObject({ code: "NOTHING_TO_UNDO" });
    await manager.close();
  });
});
