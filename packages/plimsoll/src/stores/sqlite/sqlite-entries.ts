import type { EncodedEntry } from "../entries/encode-entries.js";
import { encodeEntries, isEntryKind, withoutKnownItems } from "../entries/encode-entries.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import type { SqliteDriver } from "./sqlite-driver.js";
import { inTransaction } from "./migrate.js";
import { releaseSpace } from "./release-space.js";
import type { EntryKind, EntryPart, SessionInfo, StoredEntry, SweepOptions } from "../storage-adapter.js";
import { compareSessions, timestampMilliseconds } from "../timestamp-milliseconds.js";
import { validateSessionId } from "../validate-session-id.js";

const PAGE_ROWS = 256;
/** Rows of one statement; SQLite bounds the parameters of a statement. */
const INSERTED_ROWS = 16;

/** Entries in one SQLite file. Processes may share the file. */
export class SqliteEntries implements EntryPart {
  readonly name = "sqlite";
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  async append(sessionId: string, entries: readonly StoredEntry[]): Promise<void> {
    validateSessionId(sessionId);
    const encoded = encodeEntries(entries);
    if (encoded.length === 0) return;
    await this.#database.use("append", (driver) =>
      inTransaction(driver, () => insert(driver, sessionId, encoded)),
    );
  }

  async read(sessionId: string, kinds?: readonly EntryKind[]): Promise<StoredEntry[]> {
    validateSessionId(sessionId);
    return this.#database.use("read", (driver) => {
      const session = sessionKey(driver, sessionId);
      return session === undefined ? [] : readAll(driver, session, kinds);
    });
  }

  async find(sessionId: string, ids: readonly string[]): Promise<(StoredEntry | undefined)[]> {
    validateSessionId(sessionId);
    return this.#database.use("find entries", (driver) => {
      const session = sessionKey(driver, sessionId);
      return ids.map((id) => (session === undefined ? undefined : findOne(driver, session, id)));
    });
  }

  async sessions(): Promise<SessionInfo[]> {
    return this.#database.use("list sessions", listSessions);
  }

  async remove(sessionId: string): Promise<boolean> {
    validateSessionId(sessionId);
    return this.#database.use("remove a session", (driver) =>
      inTransaction(driver, () => removeSession(driver, sessionId)),
    );
  }

  async sweep(before: string, { except }: SweepOptions = {}): Promise<string[]> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    return this.#database.use("sweep", async (driver) => {
      const swept = inTransaction(driver, () => {
        const old = listSessions(driver).filter(
          ({ sessionId, lastTs }) => Date.parse(lastTs) < limit && except?.(sessionId) !== true,
        );
        for (const info of old) removeSession(driver, info.sessionId);
        return old.map((info) => info.sessionId);
      });
      await releaseSpace(driver);
      return swept;
    });
  }

  async replaceData(sessionId: string, change: (entry: StoredEntry) => Promise<unknown>): Promise<number> {
    validateSessionId(sessionId);
    return this.#database.use("replace the data of entries", async (driver) => {
      const session = sessionKey(driver, sessionId);
      let replaced = 0;
      for (const rows of session === undefined ? [] : pagesOf(driver, session)) {
        const changed: [data: Uint8Array, seq: number][] = [];
        for (const row of rows) {
          const entry = decodeRow(row);
          const data = entry && (await change(entry));
          if (data !== undefined) changed.push([Buffer.from(JSON.stringify(data), "utf8"), Number(row.seq)]);
        }
        // A number is never given twice, so what was removed in the meantime is not hit.
        const sql = "UPDATE entries SET data = ? WHERE seq = ?";
        if (changed.length > 0) inTransaction(driver, () => changed.forEach((row) => driver.run(sql, row)));
        replaced += changed.length;
      }
      return replaced;
    });
  }

  async close(): Promise<void> {
    await this.#database.close();
  }
}

function sessionKey(driver: SqliteDriver, sessionId: string): number | undefined {
  const row = driver.all("SELECT key FROM sessions WHERE id = ?", [JSON.stringify(sessionId)])[0];
  return row && Number(row.key);
}

/** Few statements: each one costs about as much as the row that it writes. */
function insert(driver: SqliteDriver, sessionId: string, entries: readonly EncodedEntry[]): void {
  const id = JSON.stringify(sessionId);
  const known = knownItems(driver, id, entries);
  const added = withoutKnownItems(entries, (item) => known.has(JSON.stringify(item)));
  const first = added[0];
  const last = added.at(-1);
  if (!first || !last) return;
  const update = "UPDATE sessions SET entries = entries + ?, last_ts = ? WHERE id = ? RETURNING key";
  const create = "INSERT INTO sessions (entries, last_ts, id, first_ts) VALUES (?, ?, ?, ?) RETURNING key";
  const about = [added.length, last.ts, id];
  const [session = driver.all(create, [...about, first.ts])[0]] = driver.all(update, about);
  const key = Number(session?.key);
  for (let start = 0; start < added.length; start += INSERTED_ROWS)
    insertRows(driver, key, added.slice(start, start + INSERTED_ROWS));
}

function insertRows(driver: SqliteDriver, session: number, entries: readonly EncodedEntry[]): void {
  const places = entries.map(() => "(?, ?, ?, ?, ?)").join(", ");
  driver.run(
    `INSERT INTO entries (session, kind, id, ts, data) VALUES ${places}`,
    entries.flatMap(({ kind, id, ts, json }) => [
      session,
      kind,
      JSON.stringify(id),
      ts,
      Buffer.from(json, "utf8"),
    ]),
  );
}

/** Which of the items the session holds, by their ids as JSON. */
function knownItems(
  driver: SqliteDriver,
  session: string,
  entries: readonly EncodedEntry[],
): ReadonlySet<string> {
  const items = entries.filter(({ kind }) => kind === "item").map(({ id }) => JSON.stringify(id));
  const known = new Set<string>();
  for (let start = 0; start < items.length; start += INSERTED_ROWS) {
    const some = items.slice(start, start + INSERTED_ROWS);
    const sql = `SELECT id FROM entries WHERE session = (SELECT key FROM sessions WHERE id = ?)
      AND id IN (${some.map(() => "?").join(", ")}) AND kind = 'item'`;
    for (const row of driver.all(sql, [session, ...some])) known.add(String(row.id));
  }
  return known;
}

/** In pages, so that the raw rows of a large session are never all in memory beside its entries. */
function readAll(driver: SqliteDriver, session: number, kinds?: readonly EntryKind[]): StoredEntry[] {
  const entries: StoredEntry[] = [];
  for (const rows of pagesOf(driver, session, kinds)) {
    for (const row of rows) {
      const entry = decodeRow(row);
      if (entry) entries.push(entry);
    }
  }
  return entries;
}

function* pagesOf(driver: SqliteDriver, session: number, kinds?: readonly EntryKind[]): Generator<Row[]> {
  const filter = kinds ? `AND kind IN (${kinds.map(() => "?").join(", ")})` : "";
  // The index holds the numbers in the order of ids; rows are read in their own order.
  const found = driver.all(
    `SELECT json_group_array(seq) AS numbers FROM entries WHERE session = ? ${filter}`,
    [session, ...(kinds ?? [])],
  );
  const numbers = JSON.parse(String(found[0]?.numbers)) as number[];
  numbers.sort((left, right) => left - right);
  const sql = `SELECT e.seq, e.kind, e.id, e.ts, e.data FROM json_each(?) n CROSS JOIN entries e ON e.seq = n.value
    ORDER BY n.key`;
  for (let start = 0; start < numbers.length; start += PAGE_ROWS)
    yield driver.all(sql, [JSON.stringify(numbers.slice(start, start + PAGE_ROWS))]);
}

function findOne(driver: SqliteDriver, session: number, id: string): StoredEntry | undefined {
  const sql = `SELECT kind, id, ts, data FROM entries WHERE session = ? AND id = ?
    ORDER BY kind <> 'item', seq LIMIT 1`;
  const row = driver.all(sql, [session, JSON.stringify(id)])[0];
  return row && decodeRow(row);
}

type Row = Readonly<Record<string, unknown>>;

function decodeRow(row: Row): StoredEntry | undefined {
  const { kind, id, ts, data } = row;
  if (!isEntryKind(kind)) return undefined;
  const bytes = data as Uint8Array;
  const json = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return { kind, id: JSON.parse(String(id)) as string, ts: String(ts), data: JSON.parse(json) as unknown };
}

function listSessions(driver: SqliteDriver): SessionInfo[] {
  const rows = driver.all("SELECT id, entries, first_ts, last_ts FROM sessions");
  return rows
    .map((row) => ({
      sessionId: JSON.parse(String(row.id)) as string,
      entries: Number(row.entries),
      firstTs: String(row.first_ts),
      lastTs: String(row.last_ts),
    }))
    .sort(compareSessions);
}

function removeSession(driver: SqliteDriver, sessionId: string): boolean {
  const session = sessionKey(driver, sessionId);
  if (session === undefined) return false;
  driver.run("DELETE FROM entries WHERE session = ?", [session]);
  driver.run("DELETE FROM sessions WHERE key = ?", [session]);
  return true;
}
