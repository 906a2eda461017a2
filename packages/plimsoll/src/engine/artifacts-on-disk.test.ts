import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callbackExporter } from "../events/callback-exporter.js";
import type { CompactEvent } from "../events/compact-event.js";
import { fileStorage } from "../stores/fs/file-storage.js";
import { sqliteStorage } from "../stores/sqlite/sqlite-storage.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { CompactManager } from "./compact-manager.js";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-artifacts-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const STORES: Readonly<Record<string, () => StorageAdapter>> = {
  fs: () => fileStorage({ path: join(folder, "store", "archive") }),
  sqlite: () => sqliteStorage({ path: join(folder, "store", "archive.db") }),
};

function exchange(step: number): object[] {
  const output = Array.from({ length: 2000 }, (_, line) => `step ${step} line ${line} passed`).join("\n");
  return [
    { type: "function_call", call_id: `call_${step}`, name: "shell", arguments: '{"command":"make"}' },
    { type: "function_call_output", call_id: `call_${step}`, output },
  ];
}

const idIn = (item: object | undefined): string =>
  /full output: (art_[0-9a-f]{32})\]/.exec(JSON.stringify(item))?.[1] ?? "";

describe.each(Object.keys(STORES))("a run whose %s store becomes unwritable", (name) => {
  it("goes on in memory with one warning a store, and hands everything over when the store works again", async () => {
    const events: CompactEvent[] = [];
    const storage = (STORES[name] as () => StorageAdapter)();
    const manager = new CompactManager({
      model: "gpt-5",
      maxContextTokens: 40_000,
      estimator: characterEstimator,
      policy: { toolOutputMaxTokens: 2000, keepToolIoPairs: 1 },
      storage,
      exporters: [callbackExporter((event) => void events.push(event))],
    });
    let items: object[] = [{ role: "user", content: "Build every step." }];
    const ids: string[] = [];
    for (let step = 0; step < 60; step++) {
      if (step === 20) await rename(join(folder, "store"), join(folder, "away"));
      if (step === 20) await writeFile(join(folder, "store"), "in the way");
      if (step === 40) await rm(join(folder, "store"));
      if (step === 40) await rename(join(folder, "away"), join(folder, "store"));
      const result = await manager.preflight("s", [...items, ...exchange(step)]);
      items = result.items;
      ids.push(idIn(items.at(-1)));
    }
    const told = events.filter(({ event }) => event === "compact.store_degraded");
    // Once for each store when it begins; every call that it lasts says so again, for its session.
    const degraded = told.filter(({ session_id: id }) => id === "*");
    expect(told.length).toBeGreaterThanOrEqual(degraded.length + 20);
    expect(degraded.length).toBeGreaterThanOrEqual(1);
    expect(degraded.length).toBeLessThanOrEqual(2);
    expect(degraded[0]).toMatchObject({ severity: "warning" });
    await manager.close();
    const later = new CompactManager({ model: "gpt-5", storage: (STORES[name] as () => StorageAdapter)() });
    const recall = await later.recall("s");
    for (const [step, id] of ids.entries()) {
      expect((await recall.read(id)).text).toContain(`step ${step} line 7 passed`);
    }
    await later.close();
  });
});
