import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite, type SqliteDriver } from "./sqlite-driver.js";
import { migrate } from "./migrate.js";
import { sqliteStorage } from "./sqlite-storage.js";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-schema-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The schema of the first release, as it stands in archives out there. */
const VERSION_1 = `CREATE TABLE sessions (
     key INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     entries INTEGER NOT NULL,
     first_ts TEXT NOT NULL,
     last_ts TEXT NOT NULL
   ) STRICT;
   CREATE TABLE entries (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     session INTEGER NOT NULL REFERENCES sessions (key),
     kind TEXT NOT NULL,
     id TEXT NOT NULL,
     ts TEXT NOT NULL,
     data BLOB NOT NULL
   ) STRICT;
   CREATE INDEX entries_in_order ON entries (session, seq, kind);
   CREATE INDEX entries_by_id ON entries (session, id, kind);
   PRAGMA application_id = 1349282157;
   PRAGMA user_version = 1;
   INSERT INTO sessions VALUES (1, '"s"', 1, '2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.000Z');
   INSERT INTO entries VALUES (1, 1, 'item', '"a"', '2026-03-01T10:00:00.000Z', CAST('"kept"' AS BLOB));`;

async function openVersion1(path: string): Promise<SqliteDriver> {
  const driver = await openSqlite(path);
  driver.exec("PRAGMA journal_mode = WAL");
  driver.exec(VERSION_1);
  return driver;
}

const version = (driver: SqliteDriver) => Number(driver.all("PRAGMA user_version")[0]?.["user_version"]);

describe("migrate", () => {
  it("adds artifacts to an archive of the first release and keeps its entries", async () => {
    const path = join(folder, "old.db");
    (await openVersion1(path)).close();
    const [storage, artifacts] = [sqliteStorage({ path }), sqliteStorage({ path })];
    const scope = { tenant: "t", sessionId: "s" };
    const ts = "2026-03-01T10:00:00.000Z";
    const [found, [info]] = await Promise.all([
      storage.read("s"),
      artifacts.putArtifacts(scope, [{ text: "raw", kind: "log", label: "ls", ts }]),
    ]);
    expect(found).toEqual([{ kind: "item", id: "a", ts, data: "kept" }]);
    expect(await artifacts.searchArtifacts(scope, ["raw"])).toEqual([info]);
    await Promise.all([storage.close(), artifacts.close()]);
    const driver = await openSqlite(path);
    expect(version(driver)).toBe(3);
    driver.close();
  });

  it("gives an old archive the same schema as a new one", async () => {
    const [old, fresh] = [
      await openVersion1(join(folder, "old.db")),
      await openSqlite(join(folder, "new.db")),
    ];
    migrate(old, "old.db");
    migrate(fresh, "new.db");
    const schema = "SELECT type, name, sql FROM sqlite_schema ORDER BY name";
    expect(old.all(schema)).toEqual(fresh.all(schema));
    old.close();
    fresh.close();
  });

  it("leaves an old archive as it was when a step fails", async () => {
    const path = join(folder, "old.db");
    const driver = await openVersion1(path);
    driver.exec("CREATE TABLE artifact_references (other INTEGER)");
    expect(() => migrate(driver, path)).toThrow("artifact_references");
    expect(version(driver)).toBe(1);
    expect(driver.all("SELECT name FROM sqlite_schema WHERE name = 'artifact_payloads'")).toEqual([]);
    driver.close();
  });

  it("is not misled by another process that creates the tables between two of its reads", async () => {
    const path = join(folder, "shared.db");
    const [first, second] = [await openSqlite(path), await openSqlite(path)];
    first.exec("PRAGMA journal_mode = WAL");
    let raced = false;
    const interrupted: SqliteDriver = {
      library: first.library,
      exec: (sql) => first.exec(sql),
      run: (sql, parameters) => first.run(sql, parameters),
      close: () => first.close(),
      all(sql, parameters) {
        const rows = first.all(sql, parameters);
        if (sql.includes("application_id") && !raced) {
          raced = true;
          migrate(second, path);
        }
        return rows;
      },
    };
    migrate(interrupted, path);
    expect(raced).toBe(true);
    expect(version(first)).toBe(3);
    first.close();
    second.close();
  });
});
