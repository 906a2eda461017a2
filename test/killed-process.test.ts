import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { CompactManager, heuristicEstimator, type StorageAdapter } from "plimsoll";
import type { CompactionRecord } from "plimsoll/engine";
import { fileStorage, sqliteStorage } from "plimsoll/node";
import { seededRandom, syntheticHistory } from "plimsoll/testing";
import { scaled } from "plimsoll-testkit/scaled";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const CHILD = fileURLToPath(new URL("children/compacting-process.mjs", import.meta.url));
const KILLS = scaled(12, 2);

const STORES: Record<string, (path: string) => StorageAdapter> = {
  fs: (path) => fileStorage({ path }),
  sqlite: (path) => sqliteStorage({ path }),
};

/** Lets a process compact and kills it as its n-th append begins; what it said before is what it had promised. */
function killAtAppend(
  arguments_: string[],
  appends: number,
): Promise<{ removed: string[]; version: number }> {
  const child = spawn(process.execPath, [CHILD, ...arguments_], { stdio: ["ignore", "pipe", "inherit"] });
  const promised = { removed: [] as string[], version: 0 };
  let left = appends;
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const said = JSON.parse(line) as { begins?: string; removed?: string[]; version?: number };
      if (said.begins && --left === 0) child.kill("SIGKILL");
      promised.removed.push(...(said.removed ?? []));
      promised.version = said.version ?? promised.version;
    });
    child.on("error", reject);
    child.on("close", (_, signal) =>
      signal === "SIGKILL" ? resolve(promised) : reject(new Error(`ended by ${signal}`)),
    );
  });
}

describe.each(Object.keys(STORES))("a process killed while it compacts into %s", (kind) => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "plimsoll-kill-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("has lost no item that left the window, and goes on from where it was", async () => {
    const random = seededRandom(kind === "fs" ? 11 : 12);
    for (let kill = 0; kill < KILLS; kill++) {
      const path = join(folder, `store-${kill}`);
      const promised = await killAtAppend([kind, path, String(kill)], random.integer(2, 40));
      const storage = (STORES[kind] as (path: string) => StorageAdapter)(path);
      const found = await storage.find("killed", promised.removed);
      expect(found.filter((entry) => entry?.kind !== "item")).toEqual([]);
      const records = (await storage.read("killed", ["compaction"])).map(
        (entry) => entry.data as CompactionRecord,
      );
      expect(records.at(-1)?.version ?? 0).toBeGreaterThanOrEqual(promised.version);
      for (const record of records) {
        const parts = await storage.find("killed", [...record.source.ids, ...record.removed]);
        expect(parts.every((entry) => entry?.kind === "item")).toBe(true);
      }
      await goOn(storage, records.length);
    }
  });
});

/** The next process takes the session up: it remembers, compacts on, and takes back. */
async function goOn(storage: StorageAdapter, compactions: number): Promise<void> {
  const manager = new CompactManager({
    model: "gpt-5",
    maxContextTokens: 2500,
    estimator: heuristicEstimator,
    storage,
  });
  if (compactions > 0) {
    expect((await manager.remember("killed")).tokens).toBeGreaterThan(0);
    const { items } = await manager.undo("killed");
    expect(items.length).toBeGreaterThan(0);
  }
  const history = syntheticHistory({ seed: 99, turns: 12, toolDensity: 0.8 });
  expect((await manager.preflight("killed", history)).compaction).toBeDefined();
  await manager.close();
}
