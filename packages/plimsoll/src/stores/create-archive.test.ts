import { describe, expect, it } from "vitest";
import { CompactError } from "../errors/compact-error.js";
import type { ArtifactStore } from "./artifact-store.js";
import { createArchive } from "./create-archive.js";
import { memoryArtifacts } from "./memory/memory-artifacts.js";
import { memoryStorage } from "./memory/memory-storage.js";
import type { StorageAdapter } from "./storage-adapter.js";

const TS = "2026-01-01T00:00:00.000Z";
const PAYLOAD = "line of a long log\n".repeat(500);
const payload = { text: PAYLOAD, kind: "command", label: "npm test", ts: TS };
const output = (callId: string) => ({ type: "function_call_output", call_id: callId, output: PAYLOAD });
const entry = (id: string, data: unknown) => ({ kind: "item" as const, id, ts: TS, data });

function unavailable(): ArtifactStore {
  const refuse = () => Promise.reject(new CompactError("STORE_UNAVAILABLE", "The disk is full."));
  return Object.assign(memoryArtifacts(), { put: refuse });
}

function transcriptsOnly(storage: StorageAdapter): StorageAdapter {
  return {
    name: "plain",
    append: (sessionId, entries) => storage.append(sessionId, entries),
    read: (sessionId, kinds) => storage.read(sessionId, kinds),
    find: (sessionId, ids) => storage.find(sessionId, ids),
    sessions: () => storage.sessions(),
    remove: (sessionId) => storage.remove(sessionId),
    sweep: (before) => storage.sweep(before),
    close: () => storage.close(),
  };
}

describe("an archive with artifacts", () => {
  it("stores one payload of two items once, and gives both items back whole", async () => {
    const storage = memoryStorage();
    const archive = createArchive(storage, { artifacts: memoryArtifacts() });
    const items = [entry("item_1", output("call_1")), entry("item_2", output("call_2"))];
    const ids = await archive.appendItems("s", items, [payload]);
    expect(JSON.stringify(await storage.read("s")).length).toBeLessThan(1000);
    expect(await archive.read("s")).toEqual(items);
    expect(await archive.find("s", ["item_2", "item_3"])).toEqual([items[1], undefined]);
    expect(await archive.artifacts?.list({ tenant: "default", sessionId: "s" })).toMatchObject([
      { id: ids.get(PAYLOAD), kind: "command", label: "npm test" },
    ]);
  });

  it("says so where the retention of a payload has ended", async () => {
    const archive = createArchive(memoryStorage(), { artifacts: memoryArtifacts() });
    const ids = await archive.appendItems("s", [entry("item_1", output("call_1"))], [payload]);
    expect(await archive.artifacts?.sweep("2026-02-01T00:00:00.000Z")).toBe(1);
    const [found] = await archive.find("s", ["item_1"]);
    expect(found?.data).toMatchObject({ call_id: "call_1" });
    expect(JSON.stringify(found)).toContain(`payload ${ids.get(PAYLOAD)} is no longer stored`);
  });

  it("keeps payloads in their items where they cannot be stored apart, or where there is no place for them", async () => {
    for (const artifacts of [unavailable(), undefined]) {
      const storage = memoryStorage();
      const archive = createArchive(
        artifacts ? storage : transcriptsOnly(storage),
        artifacts ? { artifacts } : {},
      );
      expect((await archive.appendItems("s", [entry("item_1", output("call_1"))], [payload])).size).toBe(0);
      expect(await archive.find("s", ["item_1"])).toEqual([entry("item_1", output("call_1"))]);
    }
  });

  it("deletes the payloads of a session that is removed", async () => {
    const archive = createArchive(memoryStorage(), { artifacts: memoryArtifacts() });
    await archive.appendItems("s", [entry("item_1", output("call_1"))], [payload]);
    await archive.appendItems("t", [entry("item_1", output("call_1"))], [payload]);
    expect(await archive.remove("s")).toBe(true);
    expect(await archive.artifacts?.sessions("default")).toMatchObject([{ sessionId: "t", artifacts: 1 }]);
    expect(await archive.remove("s")).toBe(false);
  });
});
