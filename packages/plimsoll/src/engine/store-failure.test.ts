import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { itemId } from "../conversation/item-id.js";
import type { PlainMessage } from "../formats/plain/plain.js";
import { fileStorage } from "../stores/fs/file-storage.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { sqliteStorage } from "../stores/sqlite/sqlite-storage.js";
import { splitStore } from "../stores/split-store.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import { chatter, named, say, setUp } from "./manager-test-support.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plimsoll-failing-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** A store in memory whose appends can be made to fail. */
function brittleStorage(): { storage: StorageAdapter; inner: StorageAdapter; state: { isBroken: boolean } } {
  const inner = memoryStorage();
  const state = { isBroken: false };
  const storage: StorageAdapter = {
    ...inner,
    name: "brittle",
    append: (sessionId, entries) =>
      state.isBroken ? Promise.reject(new Error("disk full")) : inner.append(sessionId, entries),
  };
  return { storage, inner, state };
}

/** Grows a conversation turn by turn, as an agent does that adopts what it is given. */
async function converse(
  manager: ReturnType<typeof setUp>["manager"],
  turns: number,
  between: (turn: number) => void = () => undefined,
): Promise<{
  said: PlainMessage[];
  window: PlainMessage[];
  results: Awaited<ReturnType<typeof manager.preflight>>[];
}> {
  const said: PlainMessage[] = [];
  const results: Awaited<ReturnType<typeof manager.preflight>>[] = [];
  let window: PlainMessage[] = [];
  for (let turn = 0; turn < turns; turn++) {
    between(turn);
    const fresh = chatter(1, turn);
    said.push(...fresh);
    const result = await manager.preflight<PlainMessage>("s", [...window, ...fresh]);
    results.push(result);
    window = result.items;
  }
  return { said, window, results };
}

/** Everything that was said is in the window, in the store, or in what the manager says it could not write. */
async function whereabouts(
  manager: ReturnType<typeof setUp>["manager"],
  storage: StorageAdapter,
  { said, window }: { said: readonly PlainMessage[]; window: readonly PlainMessage[] },
): Promise<{ lost: number; stored: number; unwritten: number }> {
  const stored = new Set((await storage.read("s", ["item"])).map(({ id }) => id));
  const held = (await manager.unwritten()).entries.flatMap(({ entries }) => entries.map(({ id }) => id));
  const present = new Set([...stored, ...held, ...window.map(itemId)]);
  return {
    lost: said.filter((item) => !present.has(itemId(item))).length,
    stored: said.filter((item) => stored.has(itemId(item))).length,
    unwritten: held.length,
  };
}

describe("a store that fails", () => {
  it("is told of in every result and by an event at every call, as long as it lasts", async () => {
    const { storage, state } = brittleStorage();
    const { manager, events } = setUp({ storage });
    const { results } = await converse(manager, 60, (turn) => {
      state.isBroken = turn >= 10 && turn < 50;
    });
    const since = results.findIndex(({ degraded }) => degraded);
    const until = results.findLastIndex(({ degraded }) => degraded);
    expect(since).toBeGreaterThanOrEqual(10);
    expect(results.slice(since, until + 1).every(({ degraded }) => degraded !== undefined)).toBe(true);
    expect(until).toBe(49);
    expect(results[since]?.degraded).toEqual({
      store: "brittle",
      since: "2027-01-15T08:00:00.000Z",
      reason: "disk full",
      keptInMemory: expect.any(Number) as number,
      artifactsInMemory: 0,
    });
    expect(results[until]?.degraded?.keptInMemory).toBeGreaterThan(0);
    const told = named(events, "compact.store_degraded").filter(({ session_id: id }) => id === "s");
    expect(told).toHaveLength(until - since + 1);
    expect(await manager.unwritten()).toEqual({ entries: [], artifacts: [] });
    await manager.close();
  });

  it("keeps every window below the hard limit and loses nothing, until memory is full and the call fails by name", async () => {
    const { storage, state } = brittleStorage();
    state.isBroken = true;
    const { manager } = setUp({ storage, maxContextTokens: 20_000 });
    const said: PlainMessage[] = [];
    let window: PlainMessage[] = [];
    let failure: unknown;
    // Ten thousand entries are what memory takes.
    for (let turn = 0; turn < 8 && failure === undefined; turn++) {
      const fresh = Array.from({ length: 3000 }, (_, part) =>
        say(part % 2 ? "assistant" : "user", `line ${part} of ${turn}`),
      );
      said.push(...fresh);
      try {
        const result = await manager.preflight<PlainMessage>("s", [...window, ...fresh]);
        expect(result.measurement.tokens).toBeLessThanOrEqual(result.decision.hardLimit);
        expect(result.degraded).toBeDefined();
        window = result.items;
      } catch (error) {
        failure = error;
        window = [...window, ...fresh];
      }
    }
    expect(failure).toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringMatching(
        /has \d+ tokens, and the limit is 19800.*disk full.*Repair the store/s,
      ) as string,
      details: { hardLimit: 19_800, keptInMemory: expect.any(Number) as number },
    });
    expect(await whereabouts(manager, storage, { said, window })).toMatchObject({ lost: 0, stored: 0 });
    await expect(manager.close()).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      details: { sessions: expect.arrayContaining(["s"]) as string[] },
    });
  });

  it("sends what is below the hard limit as it is, where nothing can be archived, and says so", async () => {
    const refusing = { ...memoryStorage(), append: () => Promise.reject(new Error("disk full")) };
    const { manager, events } = setUp({ storage: refusing, maxContextTokens: 400_000 });
    const items = Array.from({ length: 12_000 }, (_, part) =>
      say(part % 2 ? "assistant" : "user", `line ${part}`),
    );
    const result = await manager.manualCompact("s", items);
    expect(result.items).toBe(items);
    expect(result.decision).toMatchObject({
      action: "none",
      reason: expect.stringMatching(/could not be archived/),
    });
    expect(result.degraded).toBeDefined();
    expect(named(events, "compact.trigger_decision").at(-1)).toMatchObject({ action: "none" });
  });

  it("says when it is closed what could not be written, closes all the same, and gives it out", async () => {
    const { storage, state } = brittleStorage();
    let closed = 0;
    const { manager, events } = setUp({ storage: { ...storage, close: async () => void closed++ } });
    const talk = await converse(manager, 40, (turn) => {
      state.isBroken = turn >= 5;
    });
    const failure = {
      code: "STORE_UNAVAILABLE",
      details: { entries: expect.any(Number) as number, sessions: ["s", "*"] },
    };
    await expect(manager.close()).rejects.toMatchObject(failure);
    await expect(manager.close()).rejects.toMatchObject(failure);
    expect(closed).toBeGreaterThan(0);
    expect(named(events, "compact.store_degraded").at(-1)).toMatchObject({ operation: "close" });
    const { lost, unwritten } = await whereabouts(manager, storage, talk);
    expect(lost).toBe(0);
    expect(unwritten).toBeGreaterThan(0);
    state.isBroken = false;
    for (const { sessionId, entries } of (await manager.unwritten()).entries)
      await storage.append(sessionId, entries);
    const later = setUp({ storage });
    expect((await later.manager.undo("s")).items.length).toBeGreaterThan(talk.window.length);
  });

  it("keeps payloads in their items where only the store of artifacts fails, and says so when it is closed", async () => {
    const storage = memoryStorage();
    const fail = () => Promise.reject(new Error("bucket gone"));
    const artifacts = {
      name: "bucket",
      putArtifacts: fail,
      getArtifact: fail,
      listArtifacts: fail,
      searchArtifacts: fail,
      artifactSessions: fail,
      removeArtifacts: fail,
      sweepArtifacts: fail,
      close: async () => undefined,
    };
    const split = splitStore({ entries: storage, artifacts });
    const { manager } = setUp({ storage: split, policy: { toolOutputMaxTokens: 300 } });
    const call = say("assistant", "", { tool_calls: [{ id: "a", name: "run", arguments: "{}" }] });
    const output = say("tool", Array.from({ length: 900 }, (_, line) => `line ${line}`).join("\n"), {
      call_id: "a",
    });
    const { items, degraded } = await manager.preflight("s", [say("user", "go"), call, output]);
    expect(items[2]?.content).toMatch(/full output: art_/);
    expect(degraded).toMatchObject({ store: "memory + bucket", keptInMemory: 0, artifactsInMemory: 1 });
    const [stored] = await storage.find("s", [itemId(output)]);
    expect(stored?.data).toEqual(output);
    const recall = await manager.recall("s");
    expect((await recall.search("line 777")).length).toBeGreaterThan(0);
    await expect(manager.close()).rejects.toMatchObject({ details: { artifacts: 1, sessions: ["s"] } });
    expect((await manager.unwritten()).artifacts).toMatchObject([
      { sessionId: "s", artifacts: [{ text: output.content }] },
    ]);
  });
});

describe.each([
  ["fs", (path: string): StorageAdapter => fileStorage({ path, fsync: false })],
  [
    "sqlite",
    (path: string): StorageAdapter => sqliteStorage({ path: join(path, "archive.db"), fsync: false }),
  ],
])("an archive of %s that is taken away", (_name, open) => {
  const path = (): string => join(folder, "archive");

  it("is noticed when it is deleted in the middle: what is still known is written anew", async () => {
    const { manager, events } = setUp({ storage: open(path()) });
    const before = await converse(manager, 45);
    expect(before.results.some(({ compaction }) => compaction)).toBe(true);
    rmSync(path(), { recursive: true });
    let window = before.window;
    const said: PlainMessage[] = [...window];
    for (let turn = 45; turn < 110; turn++) {
      const fresh = chatter(1, turn);
      said.push(...fresh);
      window = (await manager.preflight<PlainMessage>("s", [...window, ...fresh])).items;
    }
    const reading = open(path());
    expect(await whereabouts(manager, reading, { said, window })).toMatchObject({ lost: 0, unwritten: 0 });
    await manager.close();
    await reading.close();
    expect(named(events, "compact.store_degraded")).toMatchObject([{ session_id: "s", operation: "find" }]);
  });

  it("is held in memory and told of when a file takes its place", async () => {
    const storage = open(path());
    const { manager } = setUp({ storage });
    const before = await converse(manager, 45);
    rmSync(path(), { recursive: true });
    writeFileSync(path(), "in the way");
    let window = before.window;
    const said: PlainMessage[] = [...window];
    const degraded: boolean[] = [];
    for (let turn = 45; turn < 110; turn++) {
      const fresh = chatter(1, turn);
      said.push(...fresh);
      const result = await manager.preflight<PlainMessage>("s", [...window, ...fresh]);
      degraded.push(result.degraded !== undefined);
      window = result.items;
    }
    const first = degraded.indexOf(true);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(degraded.slice(first)).not.toContain(false);
    const held = (await manager.unwritten()).entries.flatMap(({ entries }) => entries.map(({ id }) => id));
    const present = new Set([...held, ...window.map(itemId)]);
    expect(said.filter((item) => !present.has(itemId(item)))).toEqual([]);
    await expect(manager.close()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(readFileSync(path(), "utf8")).toBe("in the way");
  });
});

const shell = (command: string, path: string): unknown =>
  execFileSync("sh", ["-c", command, "sh", path], { stdio: "ignore" });

/** A file system of a megabyte; undefined where this process may not mount one. */
function smallDisk(): string | undefined {
  const place = mkdtempSync(join(tmpdir(), "plimsoll-disk-"));
  try {
    shell('mount -t tmpfs -o size=512k tmpfs "$1"', place);
    return place;
  } catch {
    rmSync(place, { recursive: true });
    return undefined;
  }
}

describe.each([
  ["fs", (path: string): StorageAdapter => fileStorage({ path })],
  ["sqlite", (path: string): StorageAdapter => sqliteStorage({ path: join(path, "archive.db") })],
])("an archive of %s on a disk that fills up", (_name, open) => {
  it("has everything, or holds it in memory and says so, and is whole when there is room again", async ({
    skip,
  }) => {
    const disk = smallDisk();
    if (disk === undefined) return skip("a small file system cannot be mounted here");
    try {
      const path = join(disk, "archive");
      const { manager } = setUp({ storage: open(path), maxContextTokens: 8000 });
      const filler = join(disk, "filler");
      writeFileSync(filler, "x".repeat(200_000));
      const said: PlainMessage[] = [];
      let window: PlainMessage[] = [];
      let told = false;
      for (let turn = 0; turn < 160; turn++) {
        const fresh = [
          say("user", `Question ${turn}: ${`what of part ${turn}? `.repeat(80)}`),
          say("assistant", `Answer ${turn}: ${`it is made of ${turn}. `.repeat(80)}`),
        ];
        said.push(...fresh);
        const result = await manager.preflight<PlainMessage>("s", [...window, ...fresh]);
        told ||= result.degraded !== undefined;
        window = result.items;
      }
      expect(told).toBe(true);
      const full = open(path);
      const { lost, stored, unwritten } = await whereabouts(manager, full, { said, window });
      expect(lost).toBe(0);
      expect(stored).toBeLessThan(said.length - window.length);
      expect(unwritten).toBeGreaterThan(0);
      await full.close();
      await expect(manager.close()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      rmSync(filler);
      shell('mount -o remount,size=16m "$1"', disk);
      const roomy = open(path);
      for (const { sessionId, entries } of (await manager.unwritten()).entries)
        await roomy.append(sessionId, entries);
      const stand = new Set((await roomy.read("s", ["item"])).map(({ id }) => id));
      const gone = said.filter((item) => !stand.has(itemId(item)) && !window.includes(item));
      expect(gone).toEqual([]);
      await roomy.close();
    } finally {
      shell('umount -l "$1"', disk);
      rmSync(disk, { recursive: true });
    }
  });
});
