import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite, type SqliteDriver } from "./sqlite-driver.js";
import { migrate } from "./sqlite-schema.js";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-schema-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("migrate", () => {
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
    expect(Number(first.all("PRAGMA user_version")[0]?.["user_version"])).toBe(2);
    first.close();
    second.close();
  });
});
