import * as fc from "fast-check";
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { payload, putAll, scope, textsOf } from "../../testing/storage/storage-case.js";
import { memoryStorage } from "../memory/memory-storage.js";
import { openSqlite } from "./sqlite-driver.js";
import { sqliteStorage } from "./sqlite-storage.js";

const KEY = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
let root = "";
let folder = "";

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "plimsoll-sqlite-artifacts-"));
});

beforeEach(async () => {
  folder = await mkdtemp(join(root, "case-"));
});

afterAll(() => rm(root, { recursive: true }));

async function query(path: string, sql: string): Promise<Readonly<Record<string, unknown>>[]> {
  const driver = await openSqlite(path);
  try {
    return driver.all(sql);
  } finally {
    driver.close();
  }
}

/** Characters that break trigrams, cases and encodings, in texts short enough to find words of them. */
const units = fc.constantFrom(
  "a",
  "B",
  "ß",
  "ς",
  "Σ",
  "İ",
  "é",
  "😀",
  "\ud83d",
  "\ude00",
  "\u0000",
  '"',
  "漢",
);
const fragment = (minLength: number, maxLength: number) =>
  fc.array(units, { minLength, maxLength }).map((parts) => parts.join(""));

describe("the artifacts of sqliteStorage", () => {
  it("finds what a scan of every text finds, in the same order", async () => {
    const stored = sqliteStorage({ path: ":memory:" });
    const scanned = memoryStorage();
    let session = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fragment(0, 12), { maxLength: 12 }),
        fc.array(fragment(1, 5), { minLength: 1, maxLength: 4 }),
        fc.nat({ max: 6 }),
        async (texts, words, limit) => {
          session += 1;
          for (const store of [stored, scanned]) await putAll(store, texts, scope(`s${session}`));
          for (const options of [{}, { limit }]) {
            const expected = await scanned.searchArtifacts(scope(`s${session}`), words, options);
            expect(await stored.searchArtifacts(scope(`s${session}`), words, options)).toEqual(expected);
          }
        },
      ),
      { numRuns: scaled(150) },
    );
    await stored.close();
  });

  it("indexes texts up to a size, and finds words in larger ones and in long words all the same", async () => {
    const path = join(folder, "archive.db");
    const store = sqliteStorage({ path, fsync: false });
    const large = `${"lorem ipsum ".repeat(100_000)}Needle`;
    const longWord = Array.from({ length: 5_000 }, (_, index) => index.toString(36)).join("-");
    const [largeId, smallId, wordId] = await putAll(store, [large, "a needle", `x${longWord}x`]);
    expect(await query(path, "SELECT indexed FROM artifact_payloads ORDER BY key")).toEqual([
      { indexed: 0 },
      { indexed: 1 },
      { indexed: 1 },
    ]);
    expect((await store.searchArtifacts(scope(), ["NEEDLE"])).map(({ id }) => id)).toEqual([
      smallId,
      largeId,
    ]);
    expect((await store.searchArtifacts(scope(), [longWord])).map(({ id }) => id)).toEqual([wordId]);
    expect(await store.searchArtifacts(scope(), [`${longWord}y`])).toEqual([]);
    await store.close();
  });

  it("holds a payload once for a tenant, and none that nobody refers to", async () => {
    const path = join(folder, "archive.db");
    const store = sqliteStorage({ path, fsync: false });
    const rows = (table: string) => query(path, `SELECT COUNT(*) AS rows FROM ${table}`);
    await putAll(store, ["shared text", "own text"], scope("a"));
    await putAll(store, ["shared text"], scope("b"));
    await putAll(store, ["shared text"], scope("a", "other"));
    expect(await rows("artifact_payloads")).toEqual([{ rows: 3 }]);
    await store.removeArtifacts(scope("a"));
    expect(await rows("artifact_payloads")).toEqual([{ rows: 2 }]);
    expect(await store.searchArtifacts(scope("b"), ["shared"])).toHaveLength(1);
    await store.sweepArtifacts("2030-01-01T00:00:00Z");
    for (const table of ["artifact_payloads", "artifact_references"]) {
      expect(await rows(table)).toEqual([{ rows: 0 }]);
    }
    expect(
      await query(path, `SELECT rowid FROM artifact_trigrams WHERE artifact_trigrams MATCH '"sha"'`),
    ).toEqual([]);
    await store.close();
  });

  it("loses nothing when payloads are removed and stored again at the same time", async () => {
    const path = join(folder, "archive.db");
    const [one, other] = [
      sqliteStorage({ path, artifactKey: KEY, fsync: false }),
      sqliteStorage({ path, artifactKey: KEY }),
    ];
    for (let round = 0; round < 20; round += 1) {
      await putAll(one, ["shared"], scope("leaving"));
      const [ids] = await Promise.all([
        putAll(one, ["shared", `own ${round}`], scope(`staying ${round}`)),
        other.removeArtifacts(scope("leaving")),
      ]);
      expect(await textsOf(other, ids, scope(`staying ${round}`))).toEqual(["shared", `own ${round}`]);
      await other.removeArtifacts(scope(`staying ${round}`));
    }
    await Promise.all([one.close(), other.close()]);
  });

  it("shares its file with the archive", async () => {
    const path = join(folder, "archive.db");
    const [storage, artifacts] = [sqliteStorage({ path }), sqliteStorage({ path })];
    const entry = { kind: "item", id: "a", ts: "2026-03-01T10:00:00.000Z", data: 1 } as const;
    const [, ids] = await Promise.all([storage.append("s", [entry]), putAll(artifacts, ["text"])]);
    expect(await storage.read("s")).toEqual([entry]);
    expect(await textsOf(artifacts, ids)).toEqual(["text"]);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await artifacts.close();
    await storage.append("s", [{ ...entry, id: "b" }]);
    await storage.close();
  });

  it("writes to the file that bears the name, also after it was moved away", async () => {
    const path = join(folder, "store", "archive.db");
    const store = sqliteStorage({ path });
    const [before = ""] = await putAll(store, ["before"]);
    await rename(join(folder, "store"), join(folder, "moved"));
    expect(await store.getArtifact(scope(), before)).toBeUndefined();
    const [after = ""] = await putAll(store, ["after"]);
    const reopened = sqliteStorage({ path });
    expect(await textsOf(reopened, [before, after])).toEqual([undefined, "after"]);
    await rm(join(folder, "store"), { recursive: true });
    await writeFile(join(folder, "store"), "");
    await expect(putAll(store, ["nowhere"])).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining(path),
    });
    await rm(join(folder, "store"));
    await rename(join(folder, "moved"), join(folder, "store"));
    expect(await textsOf(store, [before, after])).toEqual(["before", undefined]);
    await Promise.all([store.close(), reopened.close()]);
  });

  it("rejects calls after it was closed, and a path that is none", async () => {
    const store = sqliteStorage({ path: join(folder, "archive.db") });
    await putAll(store, ["x"]);
    await store.close();
    await expect(store.listArtifacts(scope())).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    expect(() => sqliteStorage({ path: "" })).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  });
});

describe("the encrypted artifacts of sqliteStorage", () => {
  it("leaves neither payload nor kind nor label in its files", async () => {
    const path = join(folder, "archive.db");
    const store = sqliteStorage({ path, artifactKey: KEY });
    const secret = "the launch code is 0000, keep it ".repeat(50);
    await store.putArtifacts(scope(), [payload(secret, { kind: "launchkind", label: "launchlabel" })]);
    const files = (await readdir(folder)).filter((name) => name.startsWith("archive.db"));
    expect(files).toContain("archive.db-wal");
    const texts: string[] = [];
    for (const name of files) texts.push(await readFile(join(folder, name), "latin1"));
    await store.close();
    const bytes = [...texts, await readFile(path, "latin1")].join("");
    // What is not sealed shows that the right bytes are looked at.
    expect(bytes).toContain('"art_');
    for (const word of ["launch", "code is", "keep it"]) expect(bytes).not.toContain(word);
    expect(await query(path, "SELECT indexed FROM artifact_payloads")).toEqual([{ indexed: 0 }]);
  });

  it("opens with its own key only, and says so", async () => {
    const path = join(folder, "archive.db");
    const sealed = sqliteStorage({ path, artifactKey: KEY });
    const [id = ""] = await putAll(sealed, ["secret"]);
    await sealed.close();
    for (const key of [undefined, KEY.replaceAll("0", "f")]) {
      const store = sqliteStorage({ path, ...(key ? { artifactKey: key } : {}) });
      const refused = { code: "STORE_UNAVAILABLE", message: expect.stringContaining("key") };
      await expect(store.getArtifact(scope(), id)).rejects.toMatchObject(refused);
      await expect(store.listArtifacts(scope())).rejects.toMatchObject(refused);
      await expect(store.searchArtifacts(scope(), ["secret"])).rejects.toMatchObject(refused);
      expect(await store.removeArtifacts(scope("nobody"))).toBe(0);
      await store.close();
    }
    expect(() => sqliteStorage({ path, artifactKey: "short" })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
  });

  it("does not take a payload that was put into the place of another", async () => {
    const path = join(folder, "archive.db");
    const store = sqliteStorage({ path, artifactKey: KEY });
    const [one = ""] = await putAll(store, ["one", "two"]);
    await query(
      path,
      "UPDATE artifact_payloads SET data = (SELECT data FROM artifact_payloads WHERE key = 2) WHERE key = 1 RETURNING 1",
    );
    await expect(store.getArtifact(scope(), one)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await store.close();
  });
});
