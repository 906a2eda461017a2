import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CompactError } from "../../errors/compact-error.js";
import {
  type ArtifactSubject,
  idsOf,
  minuteTs,
  payload,
  putAll,
  scope,
  textsOf,
} from "../../testing/artifact-case.js";
import { artifactContract } from "../../testing/artifact-contract.js";
import { createArtifactCipher } from "../artifacts/artifact-cipher.js";
import type { ArtifactStore } from "../artifact-store.js";
import { type ArtifactFallbackOptions, withArtifactFallback } from "./fallback-artifacts.js";
import { memoryArtifacts } from "../memory/memory-artifacts.js";
import { sqliteArtifacts } from "../sqlite/sqlite-artifacts.js";

const nothing = (): void => {};

/** A store that works until it is told not to; a full one only refuses to take more. */
function brittleStore() {
  const inner = memoryArtifacts();
  const state = { isBroken: false, isFull: false };
  const guard = (): void => {
    if (state.isBroken) throw new CompactError("STORE_UNAVAILABLE", "The disk is gone.");
  };
  const store: ArtifactStore = {
    name: "brittle",
    put: async (where, artifacts) => {
      guard();
      if (state.isFull) throw new CompactError("STORE_UNAVAILABLE", "The disk is full.");
      return inner.put(where, artifacts);
    },
    get: async (where, id) => (guard(), inner.get(where, id)),
    list: async (where, options) => (guard(), inner.list(where, options)),
    search: async (where, words, options) => (guard(), inner.search(where, words, options)),
    sessions: async (tenant) => (guard(), inner.sessions(tenant)),
    remove: async (where) => (guard(), inner.remove(where)),
    sweep: async (before, options) => (guard(), inner.sweep(before, options)),
    close: async () => guard(),
  };
  return { store, inner, state };
}

function setUp(options: Partial<ArtifactFallbackOptions> = {}) {
  const { store: primary, inner, state } = brittleStore();
  const degraded: string[] = [];
  const onDegraded = (error: unknown, operation: string): void =>
    void degraded.push(`${operation}: ${(error as Error).message}`);
  return { store: withArtifactFallback(primary, { onDegraded, ...options }), inner, state, degraded };
}

const subjects: Readonly<Record<string, () => ArtifactSubject>> = {
  "a healthy store": () => ({
    create: async () => withArtifactFallback(memoryArtifacts(), { onDegraded: nothing }),
  }),
  "a full store": () => ({
    create: async () => {
      const { store: primary, state } = brittleStore();
      state.isFull = true;
      const store = withArtifactFallback(primary, { onDegraded: nothing });
      // A store that is full to the end says so when it is closed; the cases ask for everything before that.
      const close = store.close.bind(store);
      store.close = () => close().catch(nothing);
      return store;
    },
  }),
};

for (const [name, subject] of Object.entries(subjects)) {
  describe(`the fallback over ${name} for artifacts`, () => {
    it.each([...artifactContract])("$name", async ({ run }) => {
      await run(subject());
    });
  });
}

describe("withArtifactFallback", () => {
  it("goes on in memory while the primary fails, says so once, and reads see both", async () => {
    const { store, inner, state, degraded } = setUp();
    const [one = ""] = await putAll(store, ["first needle"]);
    state.isFull = true;
    const [two = ""] = idsOf(await store.put(scope(), [payload("second needle and hay", { minute: 5 })]));
    await store.put(scope(), [payload("first needle", { label: "again", minute: 9 })]);
    await store.put(scope("other"), [payload("third", { minute: 1 })]);
    expect(degraded).toEqual(["put: The disk is full."]);
    expect(await textsOf(store, [one, two])).toEqual(["first needle", "second needle and hay"]);
    expect(await store.list(scope())).toMatchObject([
      { id: one, label: "of first needle", firstTs: minuteTs(0), lastTs: minuteTs(9) },
      { id: two, firstTs: minuteTs(5), lastTs: minuteTs(5) },
    ]);
    expect(idsOf(await store.list(scope(), { limit: 1, offset: 1 }))).toEqual([two]);
    expect(idsOf(await store.search(scope(), ["needle", "hay"]))).toEqual([two, one]);
    expect(idsOf(await store.search(scope(), ["needle"], { limit: 1 }))).toEqual([one]);
    expect(await store.sessions("t")).toEqual([
      { sessionId: "s", artifacts: 2, characters: 33, lastTs: minuteTs(9) },
      { sessionId: "other", artifacts: 1, characters: 5, lastTs: minuteTs(1) },
    ]);
    expect(idsOf(await inner.list(scope()))).toEqual([one]);
  });

  it("answers from memory when the primary cannot even be read", async () => {
    const { store, state, degraded } = setUp();
    const [one = ""] = await putAll(store, ["one"]);
    state.isBroken = true;
    expect(await store.get(scope(), one)).toBeUndefined();
    const [two = ""] = await putAll(store, ["two"]);
    expect(await textsOf(store, [one, two])).toEqual([undefined, "two"]);
    expect(idsOf(await store.list(scope()))).toEqual([two]);
    expect(idsOf(await store.search(scope(), ["two"]))).toEqual([two]);
    expect(await store.sessions("t")).toHaveLength(1);
    expect(degraded).toEqual(["get: The disk is gone."]);
  });

  it("hands everything over with the next put that works, for all scopes, with the times of each", async () => {
    const { store, inner, state, degraded } = setUp();
    state.isBroken = true;
    const [one = ""] = await putAll(store, ["one"]);
    await store.put(scope(), [payload("one", { minute: 7 }), payload("two", { minute: 8 })]);
    await putAll(store, ["elsewhere"], scope("s", "other"));
    state.isBroken = false;
    await putAll(store, ["three"], scope("another"));
    expect((await inner.list(scope())).map(({ firstTs, lastTs }) => [firstTs, lastTs])).toEqual([
      [minuteTs(8), minuteTs(8)],
      [minuteTs(0), minuteTs(7)],
    ]);
    expect((await inner.get(scope(), one))?.text).toBe("one");
    expect(await inner.list(scope("s", "other"))).toHaveLength(1);
    expect(await inner.list(scope("another"))).toHaveLength(1);
    state.isBroken = true;
    await putAll(store, ["four"]);
    expect(degraded).toHaveLength(2);
  });

  it("loses no read while payloads are handed over", async () => {
    const { store, state } = setUp();
    state.isBroken = true;
    const [id = ""] = await putAll(store, ["kept"]);
    state.isBroken = false;
    const put = store.put(scope(), [payload("next")]);
    const reads = Array.from({ length: 20 }, async (_, turn) => {
      for (let step = 0; step < turn; step += 1) await Promise.resolve();
      return [(await store.get(scope(), id))?.text, (await store.search(scope(), ["kept"])).length];
    });
    expect(new Set((await Promise.all(reads)).map(String))).toEqual(new Set(["kept,1"]));
    await put;
  });

  it("rejects when its memory is used up, and keeps what it has", async () => {
    const { store, state } = setUp({ maxCharacters: 100 });
    state.isBroken = true;
    const [id = ""] = await putAll(store, ["x".repeat(90)]);
    await expect(putAll(store, ["y".repeat(20)])).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      details: { maxCharacters: 100 },
      cause: { message: "The disk is gone." },
    });
    await putAll(store, ["x".repeat(90), "z"]);
    expect(await textsOf(store, [id])).toEqual(["x".repeat(90)]);
    state.isBroken = false;
    await putAll(store, ["y".repeat(20)]);
    expect(await store.list(scope())).toHaveLength(3);
  });

  it("does not take a caller's mistake for a failing primary", async () => {
    const { store, degraded } = setUp();
    const wrong = payload("x", { ts: "never" });
    await expect(store.put(scope(), [wrong])).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect(degraded).toEqual([]);
  });

  it("never pretends that it deleted something", async () => {
    const { store, state } = setUp();
    await putAll(store, ["one"]);
    state.isBroken = true;
    await putAll(store, ["two"]);
    await expect(store.remove(scope())).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(store.sweep(minuteTs(59))).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(await store.list(scope())).toHaveLength(1);
    state.isBroken = false;
    expect(await store.list(scope())).toHaveLength(2);
    expect(await store.remove(scope())).toBe(2);
    expect(await store.list(scope())).toEqual([]);
  });

  it("sweeps what it keeps too, and keeps what was renewed", async () => {
    const { store, inner, state } = setUp();
    await putAll(store, ["renewed", "old"]);
    state.isFull = true;
    await store.put(scope(), [payload("renewed", { minute: 30 }), payload("old"), payload("kept and old")]);
    expect(await store.sweep(minuteTs(20), { tenant: "other" })).toBe(0);
    expect(await store.sweep(minuteTs(20))).toBe(2);
    expect((await store.list(scope())).map(({ characters }) => characters)).toEqual(["renewed".length]);
    state.isFull = false;
    await putAll(store, ["next"], scope("another"));
    expect(await inner.list(scope())).toHaveLength(1);
  });

  it("writes what it keeps when it is closed, or rejects with what it could not write", async () => {
    const recovering = setUp();
    recovering.state.isBroken = true;
    await putAll(recovering.store, ["one"]);
    recovering.state.isBroken = false;
    await recovering.store.close();
    expect(await recovering.inner.list(scope())).toHaveLength(1);
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
    expect(await lost.store.unwritten()).toMatchObject([
      { tenant: "t", sessionId: "s", artifacts: [{ text: "one", kind: "log" }] },
    ]);
    expect(lost.degraded).toEqual(["put: The disk is gone."]);
  });

  it("says what is in trouble, since when and how much it keeps, until everything is handed over", async () => {
    const { store, state } = setUp({ now: () => "2026-03-01T00:00:00.000Z" });
    expect(store.trouble).toBeUndefined();
    state.isBroken = true;
    await putAll(store, ["one", "three"]);
    expect(store.trouble).toEqual({
      store: "brittle",
      since: "2026-03-01T00:00:00.000Z",
      operation: "put",
      reason: "The disk is gone.",
      kept: 2,
      characters: 8,
    });
    await store.retry();
    expect(store.trouble).toMatchObject({ kept: 2 });
    state.isBroken = false;
    await store.retry();
    expect(store.trouble).toBeUndefined();
  });

  it("goes on when the listener throws", async () => {
    const { store: primary, state } = brittleStore();
    state.isBroken = true;
    const store = withArtifactFallback(primary, {
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
    const primary = sqliteArtifacts({ path: join(folder, "archive.db"), ...(key ? { key } : {}) });
    const store = withArtifactFallback(primary, {
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
    expect(degraded).toEqual(["put"]);
    await rm(folder);
    await rename(join(root, "away"), folder);
    const [after = ""] = await putAll(store, ["after"]);
    const all = [before, during, more, after];
    expect(await textsOf(primary, all)).toEqual(["before", "during", "more", "after"]);
    expect(await primary.sessions("t")).toHaveLength(2);
    expect(degraded).toEqual(["put"]);
    await store.close();
    await rm(root, { recursive: true });
  });
});
