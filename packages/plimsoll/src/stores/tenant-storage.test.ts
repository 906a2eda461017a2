import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "./memory/memory-storage.js";
import type { StoredEntry } from "./storage-adapter.js";
import { tenantStorage } from "./tenant-storage.js";

const entry = (id: string, second = 0): StoredEntry => ({
  kind: "item",
  id,
  ts: `2026-03-01T10:00:${String(second).padStart(2, "0")}.000Z`,
  data: id,
});

/** Names made of what separates tenant from session, so that every way to confuse the two comes up. */
const names = (maxLength: number) =>
  fc
    .array(fc.constantFrom("t", ":", "#", "1", "12", "tenant1:", '"', "\u0000", "\ud83d", "\udc00"), {
      minLength: 1,
      maxLength,
    })
    .map((parts) => parts.join(""));

describe("tenantStorage", () => {
  it("never lets two tenants meet, whatever they and their sessions are called", async () => {
    await fc.assert(
      fc.asyncProperty(
        names(8),
        names(8),
        fc.array(fc.oneof(names(12), names(70)), { minLength: 1, maxLength: 6 }),
        async (one, other, sessionIds) => {
          fc.pre(one !== other);
          const archive = memoryStorage();
          const [first, second] = [tenantStorage(archive, one), tenantStorage(archive, other)];
          for (const sessionId of sessionIds) await first.append(sessionId, [entry(`of ${sessionId}`)]);
          expect(await second.sessions()).toEqual([]);
          for (const sessionId of sessionIds) {
            expect(await second.read(sessionId)).toEqual([]);
            expect(await second.remove(sessionId)).toBe(false);
          }
          expect(await second.sweep("2030-01-01T00:00:00Z")).toEqual([]);
          expect(new Set((await first.sessions()).map((info) => info.sessionId))).toEqual(
            new Set(sessionIds),
          );
          for (const sessionId of sessionIds) {
            expect(await first.read(sessionId)).toEqual([entry(`of ${sessionId}`)]);
          }
        },
      ),
    );
  });

  it("sweeps the tenant's own old sessions and no others", async () => {
    const archive = memoryStorage();
    const [acme, globex] = [tenantStorage(archive, "acme"), tenantStorage(archive, "globex")];
    for (const store of [acme, globex, archive]) {
      await store.append("old", [entry("a", 1)]);
      await store.append("new", [entry("a", 30)]);
    }
    await acme.append("x".repeat(512), [entry("a", 2)]);
    expect((await acme.sweep("2026-03-01T10:00:10Z")).sort()).toEqual(["old", "x".repeat(512)]);
    expect((await acme.sessions()).map((info) => info.sessionId)).toEqual(["new"]);
    expect((await globex.sessions()).map((info) => info.sessionId)).toEqual(["new", "old"]);
    expect(await archive.read("old")).toHaveLength(1);
  });

  it("shows nothing of how it stores the longest ids", async () => {
    const store = tenantStorage(memoryStorage(), "t".repeat(128));
    const sessionId = "\ud800".repeat(512);
    await store.append(sessionId, [entry("a", 1), entry("b", 2)]);
    await store.append(sessionId, [entry("c", 3)]);
    await store.append("\udc00".repeat(512), [entry("d")]);
    expect(await store.read(sessionId)).toEqual([entry("a", 1), entry("b", 2), entry("c", 3)]);
    expect((await store.sessions())[0]).toEqual({
      sessionId,
      entries: 3,
      firstTs: entry("a", 1).ts,
      lastTs: entry("c", 3).ts,
    });
    expect(await store.find(sessionId, ["plimsoll/session-id"])).toEqual([undefined]);
    await expect(store.append(sessionId, [entry("plimsoll/session-id")])).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  });

  it("leaves the archive open for the other tenants when it is closed", async () => {
    const archive = memoryStorage();
    let closed = 0;
    archive.close = async () => void (closed += 1);
    await tenantStorage(archive, "acme").close();
    expect(closed).toBe(0);
  });

  it("needs a tenant of 1 to 128 characters", () => {
    for (const tenant of ["", "x".repeat(129), undefined as unknown as string]) {
      expect(() => tenantStorage(memoryStorage(), tenant)).toThrow(
        expect.objectContaining({ code: "INVALID_INPUT" }),
      );
    }
  });
});
