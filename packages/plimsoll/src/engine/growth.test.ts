import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { chat } from "../formats/chat/chat.js";
import { fileStorage } from "../stores/fs/file-storage.js";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import { sqliteStorage } from "../stores/sqlite/sqlite-storage.js";
import type { StorageAdapter, StoredEntry } from "../stores/storage-adapter.js";
import { syntheticTurns } from "../testing/synthetic-history.js";
import { heuristicEstimator } from "../tokens/heuristic-estimator.js";
import type { CompactionRecord } from "./follow/compaction-record.js";
import { CompactManager } from "./compact-manager.js";
import { readCheckpoint } from "./commit/stored-checkpoint.js";

const WINDOW = 12_000;

const managerOn = (
  storage: StorageAdapter,
  options: { readonly maxSessions?: number } = {},
): CompactManager =>
  new CompactManager({
    model: "gpt-5",
    maxContextTokens: WINDOW,
    estimator: heuristicEstimator,
    storage,
    ...options,
  });

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** Takes a session through so many turns; says what was said and what the archive takes, at half the way and at the end. */
async function run(
  storage: StorageAdapter,
  { turns, sizeOf }: { readonly turns: number; readonly sizeOf: () => Promise<number> },
): Promise<readonly { readonly said: number; readonly stored: number; readonly compactions: number }[]> {
  const manager = managerOn(storage);
  const source = syntheticTurns({
    seed: 20,
    turns,
    format: "chat",
    toolDensity: 0.7,
    giantOutputs: { probability: 0.05, characters: 12_000 },
  });
  const sizes: { said: number; stored: number; compactions: number }[] = [];
  let history: object[] = [];
  let [said, turn, compactions] = [0, 0, 0];
  for (const items of source) {
    history.push(...items);
    said += items.reduce((sum, item) => sum + bytesOf(item), 0);
    const result = await manager.preflight("s", history);
    if (result.compaction) compactions++;
    history = result.items;
    turn++;
    if (turn === turns / 2 || turn === turns) sizes.push({ said, stored: await sizeOf(), compactions });
  }
  await manager.close();
  return sizes;
}

describe("the archive of a long session", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "plimsoll-growth-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(["fs", "sqlite"])(
    "grows with what was said and takes at most four times its size: %s",
    async (kind) => {
      const path = join(folder, kind);
      const storage =
        kind === "fs"
          ? fileStorage({ path, fsync: false })
          : sqliteStorage({ path: join(path, "archive.db"), fsync: false });
      const sizeOf = async (): Promise<number> => {
        const entries = await storage.read("s");
        const scope = { tenant: "default", sessionId: "s" };
        const payloads = await storage.listArtifacts(scope, { limit: 100_000 });
        return kind === "fs"
          ? folderBytes(path)
          : bytesOf(entries) + payloads.reduce((sum, { characters }) => sum + characters, 0);
      };
      const turns = scaled(200, 80);
      const [half, whole] = await run(storage, { turns, sizeOf });
      expect(half?.compactions).toBeGreaterThan(turns / 20);
      const of = (size: typeof half): number => (size ? size.stored / size.said : Number.NaN);
      expect(of(half)).toBeLessThan(4);
      expect(of(whole)).toBeLessThan(4);
      expect((whole?.stored ?? 0) / (half?.stored ?? 0)).toBeLessThan(
        (1.15 * (whole?.said ?? 0)) / (half?.said ?? 1),
      );
    },
  );

  it("keeps the state of every compaction to be read, whether it was stored whole or as changes", async () => {
    const storage = memoryStorage();
    await run(storage, { turns: 60, sizeOf: () => Promise.resolve(0) });
    const entries = await storage.read("s", ["checkpoint", "compaction"]);
    const stored = entries.filter(({ kind }) => kind === "checkpoint");
    expect(stored.some(({ data }) => "from" in (data as object))).toBe(true);
    const records = entries.flatMap(({ kind, data }) =>
      kind === "compaction" ? [data as CompactionRecord] : [],
    );
    expect(records.length).toBeGreaterThan(4);
    for (const [index, { checkpoint }] of records.entries()) {
      const read = await readCheckpoint(storage, "s", checkpoint ?? "");
      expect(read?.version).toBe(index + 1);
    }
  });

  it("gives the same state to a new process, after undoing too", async () => {
    const storage = memoryStorage();
    const manager = managerOn(storage);
    let history: object[] = [];
    const states: string[] = [];
    for (const items of syntheticTurns({ seed: 4, turns: 60, format: "chat", toolDensity: 0.7 })) {
      history.push(...items);
      const result = await manager.preflight("s", history);
      history = result.items;
      if (!result.compaction) continue;
      const later = managerOn(storage);
      states.push(JSON.stringify(await later.checkpoint("s")));
      expect(states.at(-1)).toBe(JSON.stringify(await manager.checkpoint("s")));
    }
    expect(states.length).toBeGreaterThan(4);
    const later = managerOn(storage);
    for (const state of states.slice(0, -1).toReversed()) {
      await later.undo("s");
      const fresh = managerOn(storage);
      const { constraints } = JSON.parse(state) as { readonly constraints: readonly object[] };
      expect((await fresh.checkpoint("s")).constraints).toEqual(constraints);
    }
  });
});

describe("an archive of an earlier release", () => {
  const readOld = async (): Promise<StorageAdapter> => {
    const path = new URL("./__fixtures__/archive-whole-checkpoints.jsonl", import.meta.url);
    const lines = (await readFile(path, "utf8")).trim().split("\n");
    const storage = memoryStorage();
    await storage.append(
      "old",
      lines.map((line) => JSON.parse(line) as StoredEntry),
    );
    return storage;
  };

  it("is read, gone on from, and undone", async () => {
    const storage = await readOld();
    const manager = managerOn(storage);
    const before = await manager.checkpoint("old");
    expect(before.constraints.length).toBeGreaterThan(0);
    const remembered = await manager.remember("old");
    expect(remembered.version).toBe(2);
    const { items } = await manager.undo("old");
    await manager.redo("old");
    const more = Array.from({ length: 80 }, (_, turn) => ({
      role: turn % 2 === 0 ? "user" : "assistant",
      content: `Part ${turn} of the report is about the weather. ${"It rained in the north. ".repeat(20)}`,
    }));
    const result = await manager.manualCompact("old", [...items, ...more], { targetTokens: 4000 });
    expect(result.compaction?.version).toBe(3);
    const [newest] = (await storage.read("old", ["checkpoint"])).slice(-1);
    expect(newest?.data).toHaveProperty("from");
    const texts = (await managerOn(storage).checkpoint("old")).constraints.map(({ text }) => text);
    for (const { text } of before.constraints) expect(texts).toContain(text);
  });
});

describe("sessions that are let go", () => {
  it("are read again from the store, as many as there are, and go on where they were", async () => {
    const manager = managerOn(memoryStorage(), { maxSessions: 2 });
    const first = new Map<string, readonly object[]>();
    for (let session = 0; session < 12; session++) {
      const items = [...syntheticTurns({ seed: session, turns: 40, format: "chat" })].flat();
      const result = await manager.preflight(`session ${session}`, items);
      expect(result.compaction).toBeDefined();
      first.set(`session ${session}`, result.items);
    }
    for (const [sessionId, items] of first) {
      const again = await manager.preflight(sessionId, items);
      expect(again.compaction).toBeUndefined();
      expect(again.items).toEqual(items);
      expect((await manager.remember(sessionId)).version).toBe(1);
      const { items: whole } = await manager.undo(sessionId);
      expect(whole.length).toBeGreaterThan(items.length);
      expect(whole.every((item) => chat.matches(item))).toBe(true);
    }
  });
});
