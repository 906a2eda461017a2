import { describe, expect, it } from "vitest";
import { CompactError } from "../../errors/compact-error.js";
import { withFallback } from "./fallback-storage.js";
import { memoryStorage } from "../memory/memory-storage.js";
import type { StorageAdapter, StoredEntry } from "../storage-adapter.js";

const entry = (id: string, kind: StoredEntry["kind"] = "item"): StoredEntry => ({
  kind,
  id,
  ts: `2026-03-01T10:00:${id.padStart(2, "0")}.000Z`,
  data: id,
});
const ids = (entries: readonly StoredEntry[]) => entries.map(({ id }) => id);

/** A store that works until it is told not to; `partial` entries of a failing append are stored all the same. */
function brittleStore() {
  const inner = memoryStorage();
  const state = { isBroken: false, partial: 0, appends: 0 };
  const guard = () => {
    if (state.isBroken) throw new CompactError("STORE_UNAVAILABLE", "The disk is full.");
  };
  const store: StorageAdapter = {
    ...inner,
    name: "brittle",
    append: async (sessionId, entries) => {
      state.appends += 1;
      if (state.isBroken) await inner.append(sessionId, entries.slice(0, state.partial));
      guard();
      await inner.append(sessionId, entries);
    },
    read: async (sessionId, kinds) => (guard(), inner.read(sessionId, kinds)),
    find: async (sessionId, wanted) => (guard(), inner.find(sessionId, wanted)),
    sessions: async () => (guard(), inner.sessions()),
    remove: async (sessionId) => (guard(), inner.remove(sessionId)),
    sweep: async (before) => (guard(), inner.sweep(before)),
    close: async () => guard(),
  };
  return { store, inner, state };
}

function setUp(options: { maxEntries?: number; maxCharacters?: number; now?: () => string } = {}) {
  const { store: primary, inner, state } = brittleStore();
  const degraded: string[] = [];
  const onDegraded = (error: unknown, operation: string) =>
    void degraded.push(`${operation}: ${(error as Error).message}`);
  return { store: withFallback(primary, { onDegraded, ...options }), inner, state, degraded };
}

describe("withFallback", () => {
  it("goes on in memory while the primary fails, and says so once", async () => {
    const { store, inner, state, degraded } = setUp();
    await store.append("s", [entry("1")]);
    state.isBroken = true;
    await store.append("s", [entry("2"), entry("3", "event")]);
    await store.append("s", [entry("4"), entry("2")]);
    expect(degraded).toEqual(["append: The disk is full."]);
    state.isBroken = false;
    expect(ids(await store.read("s"))).toEqual(["1", "2", "3", "4"]);
    expect(ids(await store.read("s", ["event"]))).toEqual(["3"]);
    expect((await store.find("s", ["4", "none", "1"])).map((found) => found?.id)).toEqual([
      "4",
      undefined,
      "1",
    ]);
    expect(await store.sessions()).toMatchObject([{ sessionId: "s", entries: 4, lastTs: entry("4").ts }]);
    expect(ids(await inner.read("s"))).toEqual(["1"]);
  });

  it("answers from memory when the primary cannot even be read", async () => {
    const { store, state, degraded } = setUp();
    await store.append("s", [entry("1")]);
    state.isBroken = true;
    expect(await store.read("s")).toEqual([]);
    await store.append("s", [entry("2")]);
    expect(ids(await store.read("s"))).toEqual(["2"]);
    expect((await store.find("s", ["1", "2"])).map((found) => found?.id)).toEqual([undefined, "2"]);
    expect((await store.sessions()).map((info) => info.entries)).toEqual([1]);
    expect(degraded).toEqual(["read: The disk is full."]);
  });

  it("hands everything over in order when the primary works again, for all sessions", async () => {
    const { store, inner, state, degraded } = setUp();
    state.isBroken = true;
    await store.append("s", [entry("1"), entry("2", "event")]);
    await store.append("t", [entry("3")]);
    await store.append("s", [entry("4")]);
    state.isBroken = false;
    await store.append("s", [entry("5")]);
    expect(ids(await inner.read("s"))).toEqual(["1", "2", "4", "5"]);
    expect(ids(await inner.read("t"))).toEqual(["3"]);
    state.isBroken = true;
    await store.append("s", [entry("6")]);
    expect(degraded).toHaveLength(2);
  });

  it("hands over once what a failing append had stored in part", async () => {
    const { store, inner, state } = setUp();
    state.isBroken = true;
    state.partial = 1;
    await store.append("s", [entry("1", "event"), entry("2", "event"), entry("3")]);
    state.isBroken = false;
    expect(ids(await store.read("s"))).toEqual(["1", "2", "3"]);
    await store.append("s", [entry("4")]);
    expect(ids(await inner.read("s"))).toEqual(["1", "2", "3", "4"]);
  });

  it("keeps the order of appends that were called at once", async () => {
    const { store, inner, state } = setUp();
    state.isBroken = true;
    const pending = ["1", "2", "3", "4"].map((id) => store.append("s", [entry(id)]));
    await pending[1];
    state.isBroken = false;
    await Promise.all(pending);
    await store.append("s", [entry("5")]);
    expect(ids(await inner.read("s"))).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("rejects when its memory is used up, keeps what it has, and takes known items still", async () => {
    const { store, state } = setUp({ maxEntries: 3 });
    state.isBroken = true;
    await store.append("s", [entry("1"), entry("2")]);
    await expect(store.append("t", [entry("3"), entry("4")])).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      details: { kept: 2, maxEntries: 3 },
      cause: { message: "The disk is full." },
    });
    await store.append("s", [entry("1"), entry("2"), entry("5")]);
    expect(ids(await store.read("s"))).toEqual(["1", "2", "5"]);
    expect(await store.read("t")).toEqual([]);
  });

  it("bounds the characters it keeps too", async () => {
    const { store, state } = setUp({ maxCharacters: 100 });
    state.isBroken = true;
    await store.append("s", [{ ...entry("1"), data: "x".repeat(90) }]);
    await expect(store.append("s", [{ ...entry("2"), data: "x".repeat(20) }])).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
    });
  });

  it("does not take a caller's mistake for a failing primary", async () => {
    const { store, degraded } = setUp();
    await expect(store.append("s", [{ ...entry("1"), ts: "never" }])).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    expect(degraded).toEqual([]);
  });

  it("never pretends that it deleted something", async () => {
    const { store, state } = setUp();
    await store.append("s", [entry("1")]);
    state.isBroken = true;
    await expect(store.remove("s")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(store.sweep("2030-01-01T00:00:00Z")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    state.isBroken = false;
    expect(await store.remove("s")).toBe(true);
    expect(await store.read("s")).toEqual([]);
  });

  it("does not sweep a session whose newest entries it keeps", async () => {
    const { store: primary, inner } = brittleStore();
    const fullDisk: StorageAdapter = {
      ...primary,
      append: async () => {
        throw new Error("full");
      },
    };
    await inner.append("active", [entry("1")]);
    await inner.append("old", [entry("1")]);
    const store = withFallback(fullDisk, { onDegraded: () => {} });
    await store.append("active", [entry("50")]);
    await store.append("kept", [entry("2")]);
    expect((await store.sweep("2026-03-01T10:00:30.000Z")).sort()).toEqual(["kept", "old"]);
    expect(ids(await store.read("active"))).toEqual(["1", "50"]);
    expect(await store.read("kept")).toEqual([]);
  });

  it("writes what it keeps when it is closed, or rejects with what it could not write", async () => {
    const recovering = setUp();
    recovering.state.isBroken = true;
    await recovering.store.append("s", [entry("1")]);
    recovering.state.isBroken = false;
    await recovering.store.close();
    expect(ids(await recovering.inner.read("s"))).toEqual(["1"]);
    expect(recovering.degraded).toHaveLength(1);

    const lost = setUp();
    lost.state.isBroken = true;
    await lost.store.append("s", [entry("1")]);
    const failure = {
      code: "STORE_UNAVAILABLE",
      message: expect.stringMatching(
        /closed without 1 entries of 1 sessions \("s"\) .* The disk is full\. They/,
      ) as string,
      details: { entries: 1, sessions: ["s"] },
    };
    await expect(lost.store.close()).rejects.toMatchObject(failure);
    await expect(lost.store.close()).rejects.toMatchObject(failure);
    expect((await lost.store.unwritten()).entries).toEqual([{ sessionId: "s", entries: [entry("1")] }]);
    expect(lost.degraded).toEqual(["append: The disk is full."]);
  });

  it("hands over at the end what it can, although one session cannot be written", async () => {
    const inner = memoryStorage();
    let isBroken = true;
    const append: StorageAdapter["append"] = async (sessionId, entries) => {
      if (isBroken || sessionId === "bad") throw new Error("refused");
      await inner.append(sessionId, entries);
    };
    const primary: StorageAdapter = {
      ...inner,
      name: "picky",
      append,
    };
    const store = withFallback(primary, { onDegraded: () => undefined });
    await store.append("bad", [entry("1")]);
    await store.append("good", [entry("2")]);
    isBroken = false;
    await expect(store.close()).rejects.toMatchObject({ details: { entries: 1, sessions: ["bad"] } });
    expect(ids(await inner.read("good"))).toEqual(["2"]);
  });

  it("says what is in trouble, since when and how much it keeps, until everything is handed over", async () => {
    const { store, state } = setUp({ now: () => "2026-03-01T00:00:00.000Z" });
    expect(store.trouble).toBeUndefined();
    state.isBroken = true;
    await store.append("s", [entry("1"), entry("2")]);
    expect(store.trouble).toEqual({
      store: "brittle",
      since: "2026-03-01T00:00:00.000Z",
      operation: "append",
      reason: "The disk is full.",
      parts: ["entries"],
      entries: 2,
      artifacts: 0,
      characters: 6,
    });
    state.isBroken = false;
    await store.retry();
    expect(store.trouble).toBeUndefined();
  });

  it("leaves the room of what was said to it: events fill a quarter at most", async () => {
    const { store, state } = setUp({ maxEntries: 8 });
    state.isBroken = true;
    await store.append("s", [entry("1", "event"), entry("2", "event")]);
    await expect(store.append("s", [entry("3", "event")])).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
    });
    await store.append(
      "s",
      ["4", "5", "6", "7", "8", "9"].map((id) => entry(id)),
    );
    expect(store.trouble).toMatchObject({ entries: 8 });
  });

  it("keeps what it holds of a session that the primary fails to remove", async () => {
    const { store, state } = setUp();
    state.isBroken = true;
    await store.append("s", [entry("1")]);
    await expect(store.remove("s")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(ids(await store.read("s"))).toEqual(["1"]);
  });

  it("goes on when the listener throws", async () => {
    const { store: primary, state } = brittleStore();
    state.isBroken = true;
    const store = withFallback(primary, {
      onDegraded: () => {
        throw new Error("listener");
      },
    });
    await store.append("s", [entry("1")]);
    expect(ids(await store.read("s"))).toEqual(["1"]);
  });
});
