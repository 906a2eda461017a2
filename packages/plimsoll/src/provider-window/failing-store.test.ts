import { describe, expect, it } from "vitest";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import { user, withWindow } from "./provider-window-test-support.js";

/** A store whose appends do as they are told. */
function storageWith(append: StorageAdapter["append"]): StorageAdapter {
  return { ...memoryStorage(), name: "brittle", append };
}

describe("a provider window over a store that fails", () => {
  it.each([
    ["rejects", () => Promise.reject(new Error("disk full"))],
    ["hangs", () => new Promise<never>(() => undefined)],
  ])("goes on where it %s, says so at every request, and when it is closed", async (_name, append) => {
    const window = { storage: storageWith(append), timeLimits: { storeMs: 2, exporterMs: 2 } };
    await withWindow({ window }, async (bench) => {
      const input = [user("hello")];
      await bench.window.create({ model: "gpt-5.2", input });
      const told = bench.named("compact.store_degraded").length;
      expect(told).toBeGreaterThan(0);
      await bench.window.create({ model: "gpt-5.2", input: [...input, user("and?")] });
      expect(bench.named("compact.store_degraded").length).toBeGreaterThan(told);
      expect(bench.named("compact.store_degraded").at(-1)).toMatchObject({
        store: "brittle",
        kept_entries: expect.any(Number) as number,
      });
      await expect(bench.window.close()).rejects.toMatchObject({
        code: "STORE_UNAVAILABLE",
        details: { sessions: ["s"] },
      });
    });
  });

  it("hands over when it is closed what the store can take by then", async () => {
    const inner = memoryStorage();
    let isBroken = true;
    const storage = storageWith((sessionId, entries) =>
      isBroken ? Promise.reject(new Error("disk full")) : inner.append(sessionId, entries),
    );
    await withWindow({ window: { storage } }, async (bench) => {
      await bench.window.create({ model: "gpt-5.2", input: [user("hello")] });
      expect(await inner.read("s")).toEqual([]);
      isBroken = false;
      await bench.window.close();
      expect((await inner.read("s", ["window"])).length).toBeGreaterThan(0);
    });
  });
});
