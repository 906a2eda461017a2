import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesOnDisk } from "plimsoll-testkit/bytes-on-disk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileStorage } from "../fs/file-storage.js";
import { localKeyRing } from "../keys/local-key-ring.js";
import { memoryStorage } from "../memory/memory-storage.js";
import { sqliteStorage } from "../sqlite/sqlite-storage.js";
import type { StorageAdapter, StoredEntry } from "../storage-adapter.js";
import { tenantStorage } from "../tenant-storage.js";
import { eraseSession } from "./erase-session.js";
import type { ExportLine } from "./export-line.js";
import { exportSessions } from "./export-sessions.js";
import { importSessions } from "./import-sessions.js";

const at = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, "0")}:00.000Z`;
const entry = (id: string, data: unknown, kind: StoredEntry["kind"] = "item"): StoredEntry => ({
  kind,
  id,
  ts: at(1),
  data,
});

/** Everything that is hard to carry: lone surrogates, line separators, a key that is no key, two times. */
async function fill(storage: StorageAdapter, sessionId: string): Promise<void> {
  const scope = { tenant: storage.tenant ?? "default", sessionId };
  const payload = { kind: "log", label: "cat big.log", text: `planted \ud800 payload\u2028 of ${sessionId}` };
  await storage.putArtifacts(scope, [{ ...payload, ts: at(1) }]);
  await storage.putArtifacts(scope, [{ ...payload, ts: at(5) }]);
  const data = JSON.parse(
    '{"role":"user","content":"planted message \\ud83d","__proto__":{"a":1}}',
  ) as unknown;
  await storage.append(sessionId, [
    entry("one", data),
    entry("two", { a: [1, null, 1e300] }, "event"),
    entry("two", { a: 2 }, "event"),
  ]);
}

async function linesOf(storage: StorageAdapter): Promise<ExportLine[]> {
  const ids = (await storage.sessions()).map(({ sessionId }) => sessionId).sort();
  const lines: ExportLine[] = [];
  for await (const line of exportSessions(storage, ids)) lines.push(JSON.parse(JSON.stringify(line)));
  return lines;
}

describe("export and import", () => {
  let folder = "";
  let made = 0;
  const stores: Readonly<Record<string, () => StorageAdapter>> = {
    memory: () => memoryStorage(),
    fs: () => fileStorage({ path: join(folder, `fs${made++}`) }),
    sqlite: () => sqliteStorage({ path: join(folder, `sqlite${made++}`, "store.db") }),
    tenant: () => tenantStorage(memoryStorage(), "someone"),
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "plimsoll-transfer-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(Object.keys(stores))("bring all of a %s store into every other, line for line", async (name) => {
    const from = (stores[name] as () => StorageAdapter)();
    await fill(from, "a");
    await fill(from, "b \ud800/../c");
    const lines = await linesOf(from);
    expect(lines).toHaveLength(1 + 2 * 5);
    for (const target of Object.values(stores)) {
      const into = target();
      const report = await importSessions(into, lines);
      expect(report).toMatchObject({ entries: 6, artifacts: 2, skipped: [] });
      expect(await linesOf(into)).toEqual(lines);
      await expect(importSessions(into, lines)).rejects.toMatchObject({ code: "INVALID_INPUT" });
      expect((await importSessions(into, lines, { existing: "skip" })).skipped).toHaveLength(2);
      await into.close();
    }
    await from.close();
  });

  it("leave nothing of a session that is cut, mixed up or damaged, and keep those before it", async () => {
    const from = memoryStorage();
    await fill(from, "a");
    await fill(from, "b");
    const lines = await linesOf(from);
    const damages: ((given: unknown[]) => unknown[])[] = [
      (given) => given.slice(0, -1),
      (given) => given.slice(0, 7),
      (given) => given.filter((_, index) => index !== 8),
      (given) => given.map((line, index) => (index === 8 ? { session: "b" } : line)),
      (given) => given.map((line, index) => (index === 8 ? null : line)),
    ];
    for (const damage of damages) {
      const into = memoryStorage();
      await expect(importSessions(into, damage([...lines]))).rejects.toMatchObject({ code: "INVALID_INPUT" });
      expect((await into.sessions()).map(({ sessionId }) => sessionId)).toEqual(["a"]);
      expect(await into.artifactSessions("default")).toHaveLength(1);
    }
    for (const nothing of [[], [{ hello: 1 }], [{ plimsoll: "export", version: 99 }]])
      await expect(importSessions(memoryStorage(), nothing)).rejects.toThrow(/Line 1 of the export/);
  });

  it("refuses a store whose key would give payloads other ids", async () => {
    const from = memoryStorage();
    await fill(from, "a");
    const artifactKey = localKeyRing({ path: join(folder, "ring") });
    const into = fileStorage({ path: join(folder, "sealed"), artifactKey });
    await expect(importSessions(into, await linesOf(from))).rejects.toMatchObject({ code: "INVALID_CONFIG" });
    expect(await into.sessions()).toEqual([]);
    await into.close();
  });
});

describe("eraseSession", () => {
  it.each(["fs", "sqlite"])("leaves no byte of a session in the files of a %s store", async (name) => {
    const folder = await mkdtemp(join(tmpdir(), "plimsoll-erase-"));
    try {
      const store =
        name === "fs" ? fileStorage({ path: folder }) : sqliteStorage({ path: join(folder, "store.db") });
      await fill(store, "gone");
      await store.append("stays", [entry("kept", "another thing")]);
      const scope = { tenant: "default", sessionId: "gone" };
      expect(await store.searchArtifacts(scope, ["planted"])).toHaveLength(1);
      expect((await bytesOnDisk(folder)).includes("planted")).toBe(true);
      expect(await eraseSession(store, "gone")).toEqual({ entries: 3, artifacts: 1 });
      expect(await store.searchArtifacts(scope, ["planted"])).toEqual([]);
      // Payloads with lone surrogates are kept as two bytes per unit.
      const bytes = await bytesOnDisk(folder);
      expect([bytes.includes("planted"), bytes.includes(Buffer.from("planted", "utf16le"))]).toEqual([
        false,
        false,
      ]);
      expect(await store.read("stays")).toHaveLength(1);
      await store.close();
      expect((await bytesOnDisk(folder)).includes("planted")).toBe(false);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
