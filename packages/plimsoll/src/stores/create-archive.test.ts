import { describe, expect, it } from "vitest";
import { CompactError } from "../errors/compact-error.js";
import { createArchive } from "./create-archive.js";
import { artifactsInEntries } from "./artifacts-in-entries.js";
import { memoryStorage } from "./memory/memory-storage.js";
import type { EntryPart, StorageAdapter } from "./storage-adapter.js";
import { tenantStorage } from "./tenant-storage.js";

const TS = "2026-01-01T00:00:00.000Z";
const PAYLOAD = "line of a long log\n".repeat(500);
const payload = { text: PAYLOAD, kind: "command", label: "npm test", ts: TS };
const output = (callId: string) => ({ type: "function_call_output", call_id: callId, output: PAYLOAD });
const entry = (id: string, data: unknown) => ({ kind: "item" as const, id, ts: TS, data });

/** A store that takes entries, but no artifacts. */
function unavailable(): StorageAdapter {
  const putArtifacts = () => Promise.reject(new CompactError("STORE_UNAVAILABLE", "The disk is full."));
  return { ...memoryStorage(), putArtifacts };
}

function entriesOnly(): EntryPart {
  const { name, append, read, find, sessions, remove, sweep, close } = memoryStorage();
  return { name, append, read, find, sessions, remove, sweep, close };
}

describe("an archive with artifacts", () => {
  it("stores one payload of two items once, and gives both items back whole", async () => {
    const storage = memoryStorage();
    const archive = createArchive(storage);
    const items = [entry("item_1", output("call_1")), entry("item_2", output("call_2"))];
    const ids = await archive.appendItems("s", items, [payload]);
    expect(JSON.stringify(await storage.read("s")).length).toBeLessThan(1000);
    expect(await archive.read("s")).toEqual(items);
    expect(await archive.find("s", ["item_2", "item_3"])).toEqual([items[1], undefined]);
    expect(await archive.listArtifacts({ tenant: "default", sessionId: "s" })).toMatchObject([
      { id: ids.get(PAYLOAD), kind: "command", label: "npm test" },
    ]);
  });

  it("says so where the retention of a payload has ended", async () => {
    const archive = createArchive(memoryStorage());
    const ids = await archive.appendItems("s", [entry("item_1", output("call_1"))], [payload]);
    expect(await archive.sweepArtifacts("2026-02-01T00:00:00.000Z")).toBe(1);
    const [found] = await archive.find("s", ["item_1"]);
    expect(found?.data).toMatchObject({ call_id: "call_1" });
    expect(JSON.stringify(found)).toContain(`payload ${ids.get(PAYLOAD)} is no longer stored`);
  });

  it("keeps payloads in their items where they cannot be stored apart", async () => {
    const archive = createArchive(unavailable());
    expect((await archive.appendItems("s", [entry("item_1", output("call_1"))], [payload])).size).toBe(0);
    expect(await archive.find("s", ["item_1"])).toEqual([entry("item_1", output("call_1"))]);
  });

  it("refuses a store that keeps entries only, and says what makes a whole one of it", async () => {
    const store = entriesOnly();
    expect(() => createArchive(store as StorageAdapter)).toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message: expect.stringMatching(/putArtifacts\(\).*artifactsInEntries\(store\).*splitStore/),
      }),
    );
    const archive = createArchive(artifactsInEntries(store));
    const ids = await archive.appendItems("s", [entry("item_1", output("call_1"))], [payload]);
    expect(ids.size).toBe(1);
    expect(await archive.find("s", ["item_1"])).toEqual([entry("item_1", output("call_1"))]);
    expect((await archive.sessions()).map(({ sessionId }) => sessionId)).toEqual(["s"]);
  });

  it("has the tenant of its store", async () => {
    const storage = memoryStorage();
    const archive = createArchive(tenantStorage(storage, "acme"));
    await archive.appendItems("s", [entry("item_1", output("call_1"))], [payload]);
    expect(archive.tenant).toBe("acme");
    expect(await storage.artifactSessions("acme")).toMatchObject([{ sessionId: "s" }]);
    await expect(archive.listArtifacts({ tenant: "other", sessionId: "s" })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining('tenant "acme"'),
    });
  });

  it("deletes the payloads of a session that is removed", async () => {
    const archive = createArchive(memoryStorage());
    await archive.appendItems("s", [entry("item_1", output("call_1"))], [payload]);
    await archive.appendItems("t", [entry("item_1", output("call_1"))], [payload]);
    expect(await archive.remove("s")).toBe(true);
    expect(await archive.artifactSessions("default")).toMatchObject([{ sessionId: "t", artifacts: 1 }]);
    expect(await archive.remove("s")).toBe(false);
  });
});
