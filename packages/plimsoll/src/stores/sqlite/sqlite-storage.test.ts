import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openLibsql, openNodeSqlite, openSqlite, type SqliteDriver } from "./sqlite-driver.js";
import { inTransaction } from "./migrate.js";
import { sqliteStorage } from "./sqlite-storage.js";
import type { StoredEntry } from "../storage-adapter.js";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-sqlite-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const item = (id: string): StoredEntry => ({
  kind: "item",
  id,
  ts: "2026-03-01T10:00:00.000Z",
  data: id,
});

async function onDatabase(path: string, task: (driver: SqliteDriver) => void): Promise<void> {
  const driver = await openSqlite(path);
  task(driver);
  driver.close();
}

describe("sqliteStorage", () => {
  it("creates its file and folder for their owner only", async () => {
    const path = join(folder, "deep", "archive.db");
    const store = sqliteStorage({ path });
    await store.append("s", [item("a")]);
    expect((await stat(join(folder, "deep"))).mode & 0o777).toBe(0o700);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(`${path}-wal`)).mode & 0o777).toBe(0o600);
    await store.close();
  });

  it("opens the file on the first call, not before", async () => {
    const path = join(folder, "archive.db");
    const store = sqliteStorage({ path });
    await store.close();
    await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("works after a first call that failed", async () => {
    const path = join(folder, "file", "archive.db");
    await writeFile(join(folder, "file"), "");
    const store = sqliteStorage({ path });
    await expect(store.append("s", [item("a")])).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining(path),
      cause: expect.anything(),
    });
    await rm(join(folder, "file"));
    await store.append("s", [item("a")]);
    expect(await store.read("s")).toEqual([item("a")]);
    await store.close();
  });

  it("rejects calls after it was closed", async () => {
    const store = sqliteStorage({ path: join(folder, "archive.db") });
    await store.append("s", [item("a")]);
    await store.close();
    await expect(store.read("s")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });

  it("reads sessions that are longer than a page", async () => {
    const store = sqliteStorage({ path: ":memory:" });
    const entries = Array.from({ length: 700 }, (_, index) => item(`i${index}`));
    await store.append("s", entries);
    expect(await store.read("s")).toEqual(entries);
    expect(await store.read("s", ["item", "event"])).toEqual(entries);
    await store.close();
  });

  it("passes over entries of kinds that a later release writes", async () => {
    const path = join(folder, "archive.db");
    const store = sqliteStorage({ path });
    await store.append("s", [item("a")]);
    await onDatabase(path, (driver) =>
      driver.run(
        "INSERT INTO entries (session, kind, id, ts, data) SELECT key, 'hologram', ?, ?, ? FROM sessions",
        ['"z"', "2026-03-01T10:00:00.000Z", Buffer.from("1")],
      ),
    );
    expect(await store.read("s")).toEqual([item("a")]);
    expect(await store.find("s", ["z"])).toEqual([undefined]);
    await store.close();
  });

  it("refuses a database that a later release wrote", async () => {
    const path = join(folder, "archive.db");
    const store = sqliteStorage({ path });
    await store.append("s", [item("a")]);
    await store.close();
    await onDatabase(path, (driver) => driver.exec("PRAGMA user_version = 99"));
    await expect(sqliteStorage({ path }).read("s")).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining("schema version 99"),
    });
  });

  it("refuses a database of another program and leaves it alone", async () => {
    const path = join(folder, "other.db");
    await onDatabase(path, (driver) => driver.exec("CREATE TABLE invoices (id INTEGER)"));
    await expect(sqliteStorage({ path }).append("s", [item("a")])).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining("another program"),
    });
    await onDatabase(path, (driver) => {
      expect(driver.all("SELECT name FROM sqlite_schema")).toEqual([{ name: "invoices" }]);
    });
  });

  it("refuses a file that is no database", async () => {
    const path = join(folder, "text.db");
    await writeFile(path, "This is a text, and no database at all. ".repeat(50));
    await expect(sqliteStorage({ path }).sessions()).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      details: { path },
    });
  });

  it("refuses to work without a path", () => {
    expect(() => sqliteStorage({ path: "" })).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
  });
});

describe("inTransaction", () => {
  it("leaves nothing behind when its task fails, and the database usable", async () => {
    await onDatabase(join(folder, "plain.db"), (driver) => {
      driver.exec("CREATE TABLE t (a INTEGER)");
      const failing = () =>
        inTransaction(driver, () => {
          driver.run("INSERT INTO t VALUES (?)", [1]);
          throw new Error("on the way");
        });
      expect(failing).toThrow("on the way");
      inTransaction(driver, () => driver.run("INSERT INTO t VALUES (?)", [2]));
      expect(driver.all("SELECT a FROM t")).toEqual([{ a: 2 }]);
    });
  });
});

const libraries: Readonly<Record<string, (path: string) => Promise<SqliteDriver | undefined>>> = {
  "node:sqlite": async (path) => openNodeSqlite(path),
  libsql: openLibsql,
};

describe.each(Object.entries(libraries))("the %s driver", (library, open) => {
  const isAvailable = library === "libsql" || process.getBuiltinModule("node:sqlite") !== undefined;

  it.runIf(isAvailable)("binds and returns every kind of value", async () => {
    const driver = await open(":memory:");
    expect(driver?.library).toBe(library);
    const values = [null, 1.5, "text", new Uint8Array([0, 255, 1])];
    expect(driver?.all("SELECT ? AS a, ? AS b, ? AS c, ? AS d", values)).toEqual([
      { a: null, b: 1.5, c: "text", d: new Uint8Array([0, 255, 1]) },
    ]);
    driver?.close();
  });

  it.runIf(isAvailable)("refuses values that a library cannot bind, before it sees them", async () => {
    const driver = await open(":memory:");
    for (const value of [true, undefined, 1n, new Date(0), {}]) {
      expect(() => driver?.all("SELECT ?", [value as unknown as string])).toThrow(TypeError);
    }
    driver?.close();
  });

  it.runIf(isAvailable)("shares a file with the other library", async () => {
    const path = join(folder, "shared.db");
    const store = sqliteStorage({ path });
    await store.append("s", [item("a"), item("b")]);
    const driver = await open(path);
    expect(driver?.all("SELECT id, data FROM entries ORDER BY seq")).toEqual([
      { id: '"a"', data: new Uint8Array(Buffer.from('"a"')) },
      { id: '"b"', data: new Uint8Array(Buffer.from('"b"')) },
    ]);
    driver?.close();
    await store.close();
  });
});
