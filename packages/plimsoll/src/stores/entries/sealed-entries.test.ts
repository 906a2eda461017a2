import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CompactManager } from "../../engine/compact-manager.js";
import { fileStorage } from "../fs/file-storage.js";
import { sqliteStorage } from "../sqlite/sqlite-storage.js";
import type { StorageAdapter, StoredEntry } from "../storage-adapter.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-sealed-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const newKey = (): string => randomBytes(32).toString("hex");

const STORES: Readonly<Record<string, (artifactKey?: string) => StorageAdapter>> = {
  fs: (artifactKey) => fileStorage({ path: folder, ...(artifactKey ? { artifactKey } : {}) }),
  sqlite: (artifactKey) =>
    sqliteStorage({ path: join(folder, "archive.db"), ...(artifactKey ? { artifactKey } : {}) }),
};

/** Every byte below the folder, as text. A database removes files of its own when it closes. */
async function onDisk(): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = names
    .filter((name) => name.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), "latin1").catch(() => ""));
  return (await Promise.all(texts)).join("");
}

const SAID = ["the merger with Halcyon", "quarterly-figures.xlsx", "the board meets in Lisbon"];

/** A conversation whose words, arguments and outputs are confidential, long enough to be compacted. */
function conversation(): object[] {
  const filler = (turn: number): object[] => [
    {
      role: "user",
      content: `Step ${turn}: continue. ${"We look at the next part of the text. ".repeat(12)}`,
    },
    { role: "assistant", content: `Done with step ${turn}. ${"It reads as expected. ".repeat(12)}` },
  ];
  return [
    { role: "user", content: `Never mention ${SAID[0]} to anybody.` },
    {
      role: "assistant",
      content: null,
      tool_calls: [
        { id: "c1", type: "function", function: { name: "open", arguments: `{"path":"${SAID[1]}"}` } },
      ],
    },
    { role: "tool", tool_call_id: "c1", content: `It says that ${SAID[2]}.` },
    ...Array.from({ length: 30 }, (_, turn) => filler(turn)).flat(),
  ];
}

const entry = (id: string, data: unknown): StoredEntry => ({
  kind: "item",
  id,
  ts: "2026-01-01T00:00:00.000Z",
  data,
});

describe.each(Object.entries(STORES))("the %s store with a key", (_name, open) => {
  it("shows nothing of a conversation on disk, and a manager with the key reads all of it", async () => {
    const key = newKey();
    const manager = new CompactManager({ model: "gpt-5", maxContextTokens: 4000, storage: open(key) });
    const { items } = await manager.preflight("s", conversation());
    expect(items.length).toBeLessThan(conversation().length);
    await manager.close();
    const bytes = await onDisk();
    for (const words of SAID) expect(bytes).not.toContain(words);

    const again = new CompactManager({ model: "gpt-5", maxContextTokens: 4000, storage: open(key) });
    const transcript = JSON.stringify(await again.transcript("s"));
    for (const words of SAID) expect(transcript).toContain(words);
    await again.close();
  });

  it("says that it needs the key, and refuses another one", async () => {
    const key = newKey();
    const store = open(key);
    await store.append("s", [entry("a", { content: "hello" })]);
    await store.close();
    for (const [other, problem] of [
      [undefined, /are encrypted\. Give the store the key/],
      [newKey(), /cannot be opened.*Check the key/],
    ] as const) {
      const reader = open(other);
      await expect(reader.read("s")).rejects.toThrow(problem);
      await reader.close();
    }
  });

  it("reads what was written before there was a key, and with an earlier key", async () => {
    const [first, second] = [newKey(), newKey()];
    for (const [key, id] of [
      [undefined, "a"],
      [first, "b"],
      [`${second},${first}`, "c"],
    ] as const) {
      const store = open(key);
      await store.append("s", [entry(id, { content: id, lone: "\ud800" })]);
      await store.close();
    }
    const store = open(`${second},${first}`);
    const read = await store.read("s");
    expect(read.map(({ data }) => data)).toEqual(
      ["a", "b", "c"].map((content) => ({ content, lone: "\ud800" })),
    );
    await store.close();
  });

  it("keeps the order of calls that nobody waited for", async () => {
    const store = open(newKey());
    await store.append("s", [entry("a", { content: "long ".repeat(20_000) })]);
    await Promise.all(["b", "c", "d"].map((id) => store.append("s", [entry(id, { content: id })])));
    expect((await store.read("s")).map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
    await store.close();
  });
});
