import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { idsOf, payload, scope, textsOf } from "../../testing/storage/storage-case.js";
import type { ArtifactScope } from "./artifact.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { fileStorage } from "../fs/file-storage.js";
import { sqliteStorage } from "../sqlite/sqlite-storage.js";

const [NEW, OLD, OTHER] = ["0a", "1b", "2c"].map((digits) => digits.repeat(32)) as [string, string, string];
const TEXTS = Array.from({ length: 130 }, (_, index) => `output ${index} of the build`);
let root = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "plimsoll-reseal-"));
});
afterAll(() => rm(root, { recursive: true }));

type Keys = string | readonly string[] | undefined;
const STORES: Readonly<Record<string, (path: string, key: Keys) => StorageAdapter>> = {
  fs: (path, key) =>
    fileStorage({
      path,
      artifactsPath: path,
      fsync: false,
      ...(key === undefined ? {} : { artifactKey: key }),
    }),
  sqlite: (path, key) =>
    sqliteStorage({
      path: join(path, "archive.db"),
      fsync: false,
      ...(key === undefined ? {} : { artifactKey: key }),
    }),
};

const putAll = async (store: StorageAdapter, texts: readonly string[], where: ArtifactScope) =>
  idsOf(
    await store.putArtifacts(
      where,
      texts.map((text) => payload(text)),
    ),
  );

/** A signal that is aborted once it was asked about so often. */
function abortedAfter(questions: number): AbortSignal {
  let asked = 0;
  return Object.defineProperty(new AbortController().signal, "aborted", { get: () => ++asked > questions });
}

describe.each(Object.entries(STORES))("the keys of an artifact store: %s", (_, create) => {
  /** A store of 130 artifacts that the old key sealed, twenty of them in a second session. */
  async function filled() {
    const path = await mkdtemp(join(root, "case-"));
    const open = (key: Keys): StorageAdapter => create(path, key);
    const store = open(OLD);
    const ids = await putAll(store, TEXTS, scope("a"));
    await putAll(store, TEXTS.slice(0, 20), scope("b"));
    await store.close();
    return { open, ids };
  }

  it("are several: the first seals, all of them open", async () => {
    const { open, ids } = await filled();
    for (const keys of [[NEW, OLD], `${NEW},${OLD}`, ` ${NEW} \n${OLD}\n`]) {
      const both = open(keys);
      expect(await textsOf(both, ids, scope("a"))).toEqual(TEXTS);
      expect(idsOf(await both.searchArtifacts(scope("b"), ["output 19 of"]))).toEqual([ids[19]]);
      expect(await both.artifactSessions("t")).toEqual(await open(OLD).artifactSessions("t"));
    }
    const both = open([NEW, OLD]);
    const [added] = await putAll(both, ["of today"], scope("c"));
    expect(await textsOf(open(NEW), [added ?? ""], scope("c"))).toEqual(["of today"]);
    await expect(open(OLD).getArtifact(scope("c"), added ?? "")).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
    });
    await expect(open(NEW).getArtifact(scope("a"), ids[0] ?? "")).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
    });
  });

  it("change: everything is sealed anew by the first, under the same ids, and the old one is not needed", async () => {
    const { open, ids } = await filled();
    const both = open([NEW, OLD]);
    await putAll(both, ["of today"], scope("c"));
    const parts = 130 + 150;
    expect(await both.reseal?.()).toEqual({ resealed: parts, current: 2, unreadable: 0 });
    expect(await both.reseal?.()).toEqual({ resealed: 0, current: parts + 2, unreadable: 0 });
    const only = open(NEW);
    expect(await textsOf(only, ids, scope("a"))).toEqual(TEXTS);
    expect(await textsOf(only, ids.slice(0, 20), scope("b"))).toEqual(TEXTS.slice(0, 20));
    expect(idsOf(await only.searchArtifacts(scope("a"), ["output 77 of"]))).toEqual([ids[77]]);
    await expect(open(OLD).getArtifact(scope("a"), ids[0] ?? "")).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
    });
    expect(await only.sweepArtifacts("2030-01-01T00:00:00Z")).toBe(151);
  });

  it("change step by step: what is stopped goes on where it was, and can be read in between", async () => {
    const { open, ids } = await filled();
    const both = open([NEW, OLD]);
    await expect(both.reseal?.({ signal: abortedAfter(200) })).rejects.toMatchObject({ code: "ABORTED" });
    expect(await textsOf(both, ids, scope("a"))).toEqual(TEXTS);
    const rest = (await both.reseal?.()) ?? { resealed: 0, current: 0 };
    expect(rest.current).toBeGreaterThan(0);
    expect(rest.resealed).toBeGreaterThan(0);
    expect(rest.resealed + rest.current).toBe(280);
    expect(await textsOf(open(NEW), ids, scope("a"))).toEqual(TEXTS);
  });

  it("change while others store and remove", async () => {
    const { open, ids } = await filled();
    const [both, other] = [open([NEW, OLD]), open([NEW, OLD])];
    const [, added] = await Promise.all([
      both.reseal?.(),
      putAll(other, ["one more", ...TEXTS.slice(0, 3)], scope("d")),
      other.removeArtifacts(scope("b")),
    ]);
    expect(await textsOf(open(NEW), ids, scope("a"))).toEqual(TEXTS);
    expect(await textsOf(open(NEW), added, scope("d"))).toEqual(["one more", ...TEXTS.slice(0, 3)]);
    expect(await open(NEW).listArtifacts(scope("b"))).toEqual([]);
  });

  it("leave alone what none of them opens, and are needed", async () => {
    const { open, ids } = await filled();
    expect(await open([NEW, OTHER]).reseal?.()).toEqual({ resealed: 0, current: 0, unreadable: 280 });
    expect(await textsOf(open(OLD), ids, scope("a"))).toEqual(TEXTS);
    const without = (async () => open(undefined).reseal?.())();
    await expect(without).rejects.toMatchObject({ code: "INVALID_CONFIG" });
    expect(() => open([NEW, "short"])).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
    expect(() => open([])).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
    expect(() => open(Array.from({ length: 17 }, () => NEW))).toThrow(/17 keys/);
  });
});
