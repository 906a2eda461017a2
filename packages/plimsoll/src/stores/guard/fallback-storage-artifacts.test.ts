import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CompactError } from "../../errors/compact-error.js";
import { idsOf, minuteTs, payload, putAll, scope, textsOf } from "../../testing/storage/storage-case.js";
import { createArtifactCipher } from "../artifacts/artifact-cipher.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { type FallbackOptions, withFallback } from "./fallback-storage.js";
import { memoryStorage } from "../memory/memory-storage.js";
import { sqliteStorage } from "../sqlite/sqlite-storage.js";

/** A store that works until it is told not to; a full one only refuses to take more. */
function brittleStore() {
  const inner = memoryStorage();
  const state = { isBroken: false, isFull: false };
  const guard = (): void => {
    if (state.isBroken) throw new CompactError("STORE_UNAVAILABLE", "The disk is gone.");
  };
  const store: StorageAdapter = {
    ...inner,
    name: "brittle",
    putArtifacts: async (where, artifacts) => {
      guard();
      if (state.isFull) throw new CompactError("STORE_UNAVAILABLE", "The disk is full.");
      return inner.putArtifacts(where, artifacts);
    },
    getArtifact: async (where, id) => (guard(), inner.getArtifact(where, id)),
    listArtifacts: async (where, options) => (guard(), inner.listArtifacts(where, options)),
    searchArtifacts: async (where, words, options) => (guard(), inner.searchArtifacts(where, words, options)),
    artifactSessions: async (tenant) => (guard(), inner.artifactSessions(tenant)),
    removeArtifacts: async (where) => (guard(), inner.removeArtifacts(where)),
    sweepArtifacts: async (before, options) => (guard(), inner.sweepArtifacts(before, options)),
    close: async () => guard(),
  };
  return { store, inner, state };
}

function setUp(options: Partial<FallbackOptions> = {}) {
  const { store: primary, inner, state } = brittleStore();
  const degraded: string[] = [];
  const onDegraded = (error: unknown, operation: string): void =>
    void degraded.push(`${operation}: ${(error as Error).message}`);
  return { store: withFallback(primary, { onDegraded, ...options }), inner, state, degraded };
}

describe("withFallback, for artifacts", () => {
  it("goes on in memory while the primary fails, says so once, and reads see both", async () => {
    const { store, inner, state, degraded } = setUp();
    const [one = ""] = await putAll(store, ["first needle"]);
    state.isFull = true;
    const [two = ""] = idsOf(
      await store.putArtifacts(scope(), [payload("second needle and hay", { minute: 5 })]),
    );
    await store.putArtifacts(scope(), [payload("first needle", { label: "again", minute: 9 })]);
    await store.putArtifacts(scope("other"), [payload("third", { minute: 1 })]);
    expect(degraded).toEqual(["put artifacts: The disk is full."]);
    expect(await textsOf(store, [one, two])).toEqual(["first needle", "second needle and hay"]);
    expect(await store.listArtifacts(scope())).toMatchObject([
      { id: one, label: "of first needle", firstTs: minuteTs(0), lastTs: minuteTs(9) },
      { id: two, firstTs: minuteTs(5), lastTs: minuteTs(5) },
    ]);
    expect(idsOf(await store.listArtifacts(scope(), { limit: 1, offset: 1 }))).toEqual([two]);
    expect(idsOf(await store.searchArtifacts(scope(), ["needle", "hay"]))).toEqual([two, one]);
    expect(idsOf(await store.searchArtifacts(scope(), ["needle"], { limit: 1 }))).toEqual([one]);
    expect(await store.artifactSessions("t")).toEqual([
      { sessionId: "s", artifacts: 2, characters: 33, lastTs: minuteTs(9) },
      { sessionId: "other", artifacts: 1, characters: 5, lastTs: minuteTs(1) },
    ]);
    expect(idsOf(await inner.listArtifacts(scope()))).toEqual([one]);
  });

  it("answers from memory when the primary cannot even be read", async () => {
    const { store, state, degraded } = setUp();
    const [one = ""] = await putAll(store, ["one"]);
    state.isBroken = true;
    expect(await store.getArtifact(scope(), one)).toBeUndefined();
    const [two = ""] = await putAll(store, ["two"]);
    expect(await textsOf(store, [one, two])).toEqual([undefined, "two"]);
    expect(idsOf(await store.listArtifacts(scope()))).toEqual([two]);
    expect(idsOf(await store.searchArtifacts(scope(), ["two"]))).toEqual([two]);
    expect(await store.artifactSessions("t")).toHaveLength(1);
    expect(degraded).toEqual(["get an artifact: The disk is gone."]);
  });

  it("hands everything over with the next put that works, for all scopes, with the times of each", async () => {
    const { store, inner, state, degraded } = setUp();
    state.isBroken = true;
    const [one = ""] = await putAll(store, ["one"]);
    await store.putArtifacts(scope(), [payload("one", { minute: 7 }), payload("two", { minute: 8 })]);
    await putAll(store, ["elsewhere"], scope("s", "other"));
    state.isBroken = false;
    await putAll(store, ["three"], scope("another"));
    expect((await inner.listArtifacts(scope())).map(({ firstTs, lastTs }) => [firstTs, lastTs])).toEqual([
      [minuteTs(8), minuteTs(8)],
      [minuteTs(0), minuteTs(7)],
    ]);
    expect((await inner.getArtifact(scope(), one))?.text).toBe("one");
    expect(await inner.listArtifacts(scope("s", "other"))).toHaveLength(1);
    expect(await inner.listArtifacts(scope("another"))).toHaveLength(1);
    state.isBroken = true;
    await putAll(store, ["four"]);
    expect(degraded).toHaveLength(2);
  });

  it("loses no read while payloads are handed over", async () => {
    const { store, state } = setUp();
    state.isBroken = true;
    const [id = ""] = await putAll(store, ["kept"]);
    state.isBroken = false;
    const put = store.putArtifacts(scope(), [payload("next")]);
    const reads = Array.from({ length: 20 }, async (_, turn) => {
      for (let step = 0; step < turn; step += 1) await Promise.resolve();
      return [
        (await store.getArtifact(scope(), id))?.text,
        (await store.searchArtifacts(scope(), ["kept"])).length,
      ];
    });
    expect(new Set((await Promise.all(reads)).map(String))).toEqual(new Set(["kept,1"]));
    await put;
  });

  it("rejects when its memory is used up, and keeps what it has", async () => {
    const { store, state } = setUp({ maxArtifactCharacters: 100 });
    state.isBroken = true;
    const [id = ""] = await putAll(store, ["x".repeat(90)]);
    await expect(putAll(store, ["y".repeat(20)])).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      details: { maxArtifactCharacters: 100 },
      cause: { message: "The disk is gone." },
    });
    await putAll(store, ["x".repeat(90), "z"]);
    expect(await textsOf(store, [id])).toEqual(["x".repeat(90)]);
    state.isBroken = false;
    await putAll(store, ["y".repeat(20)]);
    expect(await store.listArtifacts(scope())).toHaveLength(3);
  });

  it("does not take a caller's mistake for a failing primary", async () => {
    const { store, degraded } = setUp();
    const wrong = payload("x", { ts: "never" });
    await expect(store.putArtifacts(scope(), [wrong])).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect(degraded).toEqual([]);
  });

  it("never pretends that it deleted something", async () => {
    const { store, state } = setUp();
    await putAll(store, ["one"]);
    state.isBroken = true;
    await putAll(store, ["two"]);
    await expect(store.removeArtifacts(scope())).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(store.sweepArtifacts(minuteTs(59))).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(await store.listArtifacts(scope())).toHaveLength(1);
    state.isBroken = false;
    expect(await store.listArtifacts(scope())).toHaveLength(2);
    expect(await store.removeArtifacts(scope())).toBe(2);
    expect(await store.listArtifacts(scope())).toEqual([]);
  });

  it("sweeps what it keeps too, and keeps what was renewed", async () => {
    const { store, inner, state } = setUp();
    await putAll(store, ["renewed", "old"]);
    state.isFull = true;
    await store.putArtifacts(scope(), [
      payload("renewed", { minute: 30 }),
      payload("old"),
      payload("kept and old"),
    ]);
    expect(await store.sweepArtifacts(minuteTs(20), { tenant: "other" })).toBe(0);
    expect(await store.sweepArtifacts(minuteTs(20))).toBe(2);
    expect((await store.listArtifacts(scope())).map(({ characters }) => characters)).toEqual([
      "renewed".length,
    ]);
    state.isFull = false;
    await putAll(store, ["next"], scope("another"));
    expect(await inner.listArtifacts(scope())).toHaveLength(1);
  });

  it("writes what it keeps when it is closed, or rejects with what it could not write", async () => {
    const recovering = setUp();
    recovering.state.isBroken = true;
    await putAll(recovering.store, ["one"]);
    recovering.state.isBroken = false;
    await recovering.store.close();
    expect(await recovering.inner.listArtifacts(scope())).toHaveLength(1);
    expect(recovering.degraded).toHaveLength(1);

    const lost = setUp();
    lost.state.isBroken = true;
    await putAll(lost.store, ["one"]);
    const failure = {
      code: "STORE_UNAVAILABLE",
      message: expect.stringMatching(
        /closed without 1 artifacts .* The disk is gone\. They are in memory/,
      ) as string,
      details: { artifacts: 1, sessions: ["s"] },
    };
    await expect(lost.store.close()).rejects.toMatchObject(failure);
    await expect(lost.store.close()).rejects.toMatchObject(failure);
    expect((await lost.store.unwritten()).artifacts).toMatchObject([
      { tenant: "t", sessionId: "s", artifacts: [{ text: "one", kind: "log" }] },
    ]);
    expect(lost.degraded).toEqual(["put artifacts: The disk is gone."]);
  });

  it("says what is in trouble, since when and how much it keeps, until everything is handed over", async () => {
    const { store, state } = setUp({ now: () => "2026-03-01T00:00:00.000Z" });
    expect(store.trouble).toBeUndefined();
    state.isBroken = true;
    await putAll(store, ["one", "three"]);
    expect(store.trouble).toEqual({
      store: "brittle",
      since: "2026-03-01T00:00:00.000Z",
      operation: "put artifacts",
      parts: ["artifacts"],
      entries: 0,
      reason: "The disk is gone.",
      artifacts: 2,
      characters: 8,
    });
    await store.retry();
    expect(store.trouble).toMatchObject({ artifacts: 2 });
    state.isBroken = false;
    await store.retry();
    expect(store.trouble).toBeUndefined();
  });

  it("goes on when the listener throws", async () => {
    const { store: primary, state } = brittleStore();
    state.isBroken = true;
    const store = withFallback(primary, {
      onDegraded: () => {
        throw new Error("listener");
      },
    });
    const ids = await putAll(store, ["one"]);
    expect(await textsOf(store, ids)).toEqual(["one"]);
  });

  it.each([
    ["plain", undefined],
    ["encrypted", "0f".repeat(32)],
  ])("carries a run over a %s database that is away for a while, under the same ids", async (_, key) => {
    const root = await mkdtemp(join(tmpdir(), "plimsoll-fallback-"));
    const folder = join(root, "store");
    const degraded: string[] = [];
    const primary = sqliteStorage({ path: join(folder, "archive.db"), ...(key ? { artifactKey: key } : {}) });
    const store = withFallback(primary, {
      onDegraded: (_error, operation) => void degraded.push(operation),
      ...(key ? { salt: createArtifactCipher(key).salt } : {}),
    });
    const [before = ""] = await putAll(store, ["before"]);
    // A file in the folder's place fails for every user, root included.
    await rename(folder, join(root, "away"));
    await writeFile(folder, "");
    const [during = "", more = ""] = await putAll(store, ["during", "more"]);
    expect(await textsOf(store, [before, during, more])).toEqual([undefined, "during", "more"]);
    await putAll(store, ["during"], scope("another"));
    expect(degraded).toEqual(["put artifacts"]);
    await rm(folder);
    await rename(join(root, "away"), folder);
    const [after = ""] = await putAll(store, ["after"]);
    const all = [before, during, more, after];
    expect(await textsOf(primary, all)).toEqual(["before", "during", "more", "after"]);
    expect(await primary.artifactSessions("t")).toHaveLength(2);
    expect(degraded).toEqual(["put artifacts"]);
    await store.close();
    await rm(root, { recursive: true });
  });

  it("says once that artifacts cannot be read, however many entries are written meanwhile", async () => {
    const { store, state, degraded } = setUp();
    const [one = ""] = await putAll(store, ["one"]);
    state.isBroken = true;
    for (const id of ["a", "b", "c"]) {
      await store.append("s", [{ kind: "item", id, ts: minuteTs(1), data: id }]);
      expect(await store.getArtifact(scope(), one)).toBeUndefined();
    }
    expect(degraded).toEqual(["get an artifact: The disk is gone."]);
    expect(store.trouble).toMatchObject({ parts: ["artifacts"], entries: 0, artifacts: 0 });
    state.isBroken = false;
    expect((await store.getArtifact(scope(), one))?.text).toBe("one");
    expect(store.trouble).toBeUndefined();
  });
});
