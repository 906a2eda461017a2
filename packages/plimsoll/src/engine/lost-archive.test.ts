import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PlainMessage } from "../formats/plain/plain.js";
import { fileStorage } from "../stores/fs/file-storage.js";
import { sqliteStorage } from "../stores/sqlite/sqlite-storage.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import { chatter, named, say, setUp } from "./manager-test-support.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plimsoll-lost-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const RULE = "Never push to the main branch.";
const PINNED = say("user", "The customer's number is C-4711.");
const STORES: [string, (path: string) => StorageAdapter][] = [
  ["files", (path) => fileStorage({ path: join(path, "archive") })],
  ["SQLite", (path) => sqliteStorage({ path: join(path, "archive", "plimsoll.db") })],
];

describe.each(STORES)("an archive of %s that is deleted while its session goes on", (_name, open) => {
  it("has rules, protected items and the way back for the next process", async () => {
    const first = setUp({ storage: open(folder) });
    await first.manager.protect("s", PINNED, { key: "customer" });
    let window: PlainMessage[] = [PINNED, say("user", RULE), say("assistant", "Understood.")];
    let turn = 0;
    const talk = async (turns: number): Promise<number> => {
      let compactions = 0;
      const end = turn + turns;
      for (; turn < end; turn++) {
        const given = [...window, ...chatter(1, turn)];
        const { items, compaction } = await first.manager.preflight<PlainMessage>("s", given);
        window = items;
        if (compaction) compactions++;
      }
      return compactions;
    };
    expect(await talk(100)).toBeGreaterThan(1);
    rmSync(join(folder, "archive"), { recursive: true });
    while ((await talk(1)) === 0);
    expect(named(first.events, "compact.store_degraded")[0]).toMatchObject({ operation: "find" });
    await first.manager.close();

    const { manager } = setUp({ storage: open(folder) });
    const { constraints } = await manager.checkpoint("s");
    expect(constraints.filter(({ status }) => status === "current").map(({ text }) => text)).toContain(RULE);
    const { items } = await manager.manualCompact<PlainMessage>("s", [...window, ...chatter(40, turn)]);
    expect(items).toContainEqual(PINNED);
    await manager.undo("s");
    const undone = await manager.undo<PlainMessage>("s");
    expect(undone.items.length).toBeGreaterThan(window.length);
    expect(undone.items).toContainEqual(PINNED);
    await manager.close();
  });
});
