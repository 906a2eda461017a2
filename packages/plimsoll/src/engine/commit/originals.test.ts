import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesOnDisk } from "plimsoll-testkit/bytes-on-disk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callbackExporter } from "../../events/callback-exporter.js";
import type { CompactEvent } from "../../events/compact-event.js";
import { fileStorage } from "../../stores/fs/file-storage.js";
import { sqliteStorage } from "../../stores/sqlite/sqlite-storage.js";
import type { StorageAdapter } from "../../stores/storage-adapter.js";
import { characterEstimator } from "../../testing/character-estimator.js";
import type { CompactConfig } from "../compact-config.js";
import { CompactManager } from "../compact-manager.js";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-originals-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const KEY = "5b".repeat(32);
const OTHER_KEY = "6c".repeat(32);
const STORES: Readonly<Record<string, () => StorageAdapter>> = {
  fs: () => fileStorage({ path: join(folder, "archive") }),
  sqlite: () => sqliteStorage({ path: join(folder, "archive.db") }),
};

const PASSWORD = "x9$k2mQ!zr7&Lp0w";
const LINES = Array.from({ length: 200 }, (_, line) => `line ${line} of the log was as expected`).join("\n");
const CALL = {
  type: "function_call",
  call_id: "c1",
  name: "shell",
  arguments: `{"command":"DB_PASSWORD=${PASSWORD} ./run"}`,
};
const OUTPUT = {
  type: "function_call_output",
  call_id: "c1",
  output: `${LINES}\nDB_PASSWORD=${PASSWORD}\nconnected`,
};

function conversation(): object[] {
  const talk = Array.from({ length: 60 }, (_, turn) => ({
    role: turn % 2 === 0 ? "user" : "assistant",
    content: `Turn ${turn}: ${"what was said in it is not important. ".repeat(8)}`,
  }));
  return [
    { role: "user", content: `The password is DB_PASSWORD=${PASSWORD} for now.` },
    CALL,
    OUTPUT,
    ...talk,
  ];
}

function managerOver(storage: StorageAdapter, more: Partial<CompactConfig> = {}) {
  const events: CompactEvent[] = [];
  const manager = new CompactManager({
    model: "gpt-5",
    maxContextTokens: 8000,
    estimator: characterEstimator,
    storage,
    exporters: [callbackExporter((event) => void events.push(event))],
    policy: { keepUserTokens: 0 },
    ...more,
  });
  return { manager, events };
}

/** Compacts the conversation and closes the manager, as at the end of a process. */
async function compactOnce(storage: StorageAdapter, more: Partial<CompactConfig> = {}): Promise<object[]> {
  const { manager } = managerOver(storage, more);
  const { items, compaction } = await manager.manualCompact("s", conversation(), { targetTokens: 1500 });
  expect(compaction).toBeDefined();
  await manager.close();
  return items;
}

async function everyByte(): Promise<string> {
  return (await bytesOnDisk(folder)).toString("latin1");
}

describe.each(Object.keys(STORES))("what redaction changed, in a %s store", (name) => {
  const open = STORES[name] as () => StorageAdapter;

  it("comes back whole from undo, transcript, readArchived and recall in another process that has the key", async () => {
    const items = await compactOnce(open(), { originalsKey: KEY });
    expect(await everyByte()).not.toContain(PASSWORD);
    const { manager, events } = managerOver(open(), { originalsKey: [OTHER_KEY, KEY] });
    const { items: said } = await manager.transcript("s", items);
    expect(said.map(({ item }) => item)).toEqual(conversation());
    const [first, , third] = said;
    expect(await manager.readArchived("s", first?.id ?? "")).toEqual(conversation()[0]);
    const recall = await manager.recall("s");
    expect((await recall.read(first?.id ?? "")).text).toContain(PASSWORD);
    const [listed] = (await recall.list({ limit: 100 })).filter(({ id }) => id === third?.id);
    expect((await recall.read(listed?.artifacts[0] ?? "")).text).toBe(OUTPUT.output);
    expect((await recall.search("DB_PASSWORD")).map(({ snippet }) => snippet).join("\n")).not.toContain(
      PASSWORD,
    );
    expect((await manager.undo("s", items)).items).toEqual(conversation());
    expect(events.filter(({ event }) => event === "compact.original_unreadable")).toEqual([]);
    await manager.close();
    expect(await everyByte()).not.toContain(PASSWORD);
  });

  it.each([
    ["another key", { originalsKey: OTHER_KEY }, 3],
    ["no key", {}, 0],
  ])("comes back redacted with %s, and says so where a key does not fit", async (_title, more, warnings) => {
    const items = await compactOnce(open(), { originalsKey: KEY });
    const { manager, events } = managerOver(open(), more);
    const { items: restored } = await manager.undo("s", items);
    expect(restored).toHaveLength(conversation().length);
    expect(JSON.stringify(restored)).not.toContain(PASSWORD);
    expect(JSON.stringify(restored[0])).toContain("[REDACTED:password]");
    expect(events.filter(({ event }) => event === "compact.original_unreadable")).toHaveLength(warnings);
    await manager.close();
  });

  it("is stored once, and nothing is stored for items that redaction left as they were", async () => {
    await compactOnce(open(), { originalsKey: KEY });
    const { manager } = managerOver(open(), { originalsKey: KEY });
    await manager.manualCompact("s", [...conversation().slice(1), ...conversation()], { targetTokens: 1500 });
    await manager.close();
    const storage = open();
    const originals = await storage.read("s", ["original"]);
    expect(new Set(originals.map(({ id }) => id)).size).toBe(originals.length);
    expect(originals.filter(({ data }) => Object.hasOwn(data as object, "sealed"))).toHaveLength(3);
    await storage.close();
  });

  it("does not open in another session or for another tenant", async () => {
    await compactOnce(open(), { originalsKey: KEY });
    const storage = open();
    await storage.append("t", await storage.read("s"));
    const { manager, events } = managerOver(storage, { originalsKey: KEY });
    const [first] = (await storage.read("t", ["item"])).filter(({ data }) =>
      JSON.stringify(data).includes("REDACTED"),
    );
    expect(JSON.stringify(await manager.readArchived("t", first?.id ?? ""))).not.toContain(PASSWORD);
    expect(events.map(({ event }) => event)).toContain("compact.original_unreadable");
    await manager.close();
  });
});

describe("without a key", () => {
  it("undo gives the caller's own objects back in the process that compacted, also two compactions later", async () => {
    const { manager } = managerOver(STORES["fs"]?.() as StorageAdapter);
    const given = conversation();
    let { items } = await manager.manualCompact("s", given, { targetTokens: 1500 });
    items = (await manager.manualCompact("s", [...items, ...conversation().slice(3)], { targetTokens: 1500 }))
      .items;
    items = (await manager.undo("s", items)).items;
    const { items: restored } = await manager.undo("s", items);
    expect(restored.slice(0, 3)).toEqual(given.slice(0, 3));
    expect(restored[0]).toBe(given[0]);
    await manager.close();
    expect(await everyByte()).not.toContain(PASSWORD);
  });

  it("refuses a key that is none", () => {
    const storage = STORES["fs"]?.() as StorageAdapter;
    expect(() => managerOver(storage, { originalsKey: "short" })).toThrow(/32 bytes/);
    expect(() => managerOver(storage, { originalsKey: 7 as unknown as string })).toThrow(/originalsKey/);
  });
});
