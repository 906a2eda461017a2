import { KeyedQueue } from "../../collections/keyed-queue.js";
import {
  type EncodedEntry,
  encodeEntries,
  isEntryKind,
  withoutKnownItems,
} from "../entries/encode-entries.js";
import type { EntryKind, EntryPart, SessionInfo, StoredEntry, SweepOptions } from "../storage-adapter.js";
import { compareSessions, timestampMilliseconds } from "../timestamp-milliseconds.js";
import { validateSessionId } from "../validate-session-id.js";
import { nameDigest } from "./name-digest.js";
import type { PostgresDatabase, Row, Statement } from "./postgres-database.js";
import { entryBatches } from "../entries/entry-batches.js";

const PAGE_ROWS = 500;
/** Entries of one statement, and characters of their data: a server takes no message of a gigabyte. More is a prefix at worst. */
const APPENDED = { rows: 1000, characters: 16 * 1024 * 1024 };
/** Statements with more entries are not prepared: they are rarely the same. */
const PREPARED_ROWS = 16;
const COLUMNS = ["text", "text", "uuid", "text", "bigint", "text"] as const;

/** Entries in a PostgreSQL database. Processes may share it. */
export class PostgresEntries implements EntryPart {
  readonly name = "postgres";
  readonly #database: PostgresDatabase;
  /** Calls of one session would wait for each other in the server, each with a connection. */
  readonly #queue = new KeyedQueue();

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async append(sessionId: string, entries: readonly StoredEntry[]): Promise<void> {
    validateSessionId(sessionId);
    const encoded = withoutKnownItems(encodeEntries(entries), () => false);
    if (encoded.length > 0) await this.#queue.run(sessionId, () => this.#appendAll(sessionId, encoded));
  }

  async read(sessionId: string, kinds?: readonly EntryKind[]): Promise<StoredEntry[]> {
    const entries: StoredEntry[] = [];
    for await (const row of this.#rowsOf(sessionId, kinds)) {
      const entry = decodeRow(row);
      if (entry) entries.push(entry);
    }
    return entries;
  }

  async find(sessionId: string, ids: readonly string[]): Promise<(StoredEntry | undefined)[]> {
    const digest = nameDigest(validateSessionId(sessionId));
    if (ids.length === 0) return [];
    const { schema } = this.#database;
    const rows = await this.#database.rows("find entries", {
      name: "find",
      text: `SELECT w.number, f.kind, f.id, f.ts, f.data
        FROM unnest($2::uuid[]) WITH ORDINALITY AS w (digest, number)
        CROSS JOIN LATERAL (
          SELECT e.kind, e.id, e.ts, e.data FROM ${schema}.entries e
          WHERE e.session = (SELECT s.key FROM ${schema}.sessions s WHERE s.digest = $1) AND e.digest = w.digest
          ORDER BY e.kind <> 'item', e.position LIMIT 1
        ) f`,
      values: [digest, ids.map((id) => nameDigest(id))],
    });
    const found = new Map(rows.map((row) => [Number(row["number"]), decodeRow(row)]));
    return ids.map((_, position) => found.get(position + 1));
  }

  async sessions(): Promise<SessionInfo[]> {
    const rows = await this.#database.rows("list sessions", {
      text: `SELECT id, entries, first_ts, last_ts FROM ${this.#database.schema}.sessions WHERE entries > 0`,
      values: [],
    });
    return rows.map(toSession).sort(compareSessions);
  }

  async remove(sessionId: string): Promise<boolean> {
    return this.#remove(nameDigest(validateSessionId(sessionId)), null);
  }

  async sweep(before: string, { except }: SweepOptions = {}): Promise<string[]> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    const old = await this.#database.rows("sweep", {
      text: `SELECT digest, id, entries, first_ts, last_ts FROM ${this.#database.schema}.sessions
        WHERE last_milliseconds < $1`,
      values: [limit],
    });
    const swept: SessionInfo[] = [];
    for (const row of old) {
      const info = toSession(row);
      if (except?.(info.sessionId) === true) continue;
      if (await this.#remove(String(row["digest"]), limit)) swept.push(info);
    }
    return swept.sort(compareSessions).map(({ sessionId }) => sessionId);
  }

  async replaceData(sessionId: string, change: (entry: StoredEntry) => Promise<unknown>): Promise<number> {
    let replaced = 0;
    for await (const row of this.#rowsOf(sessionId)) {
      const entry = decodeRow(row);
      const data = entry && (await change(entry));
      if (data === undefined) continue;
      // Keys of sessions are never given twice, so what was removed in the meantime is not hit.
      const done = await this.#database.rows("replace the data of entries", {
        name: "replace_data",
        text: `UPDATE ${this.#database.schema}.entries SET data = $1 WHERE session = $2 AND position = $3 RETURNING 1 AS done`,
        values: [JSON.stringify(data), row["session"], row["position"]],
      });
      replaced += done.length;
    }
    return replaced;
  }

  async close(): Promise<void> {
    await this.#queue.idle();
    await this.#database.close();
  }

  async *#rowsOf(sessionId: string, kinds?: readonly EntryKind[]): AsyncGenerator<Row> {
    const digest = nameDigest(validateSessionId(sessionId));
    let session: string | null = null;
    for (let after = "0"; ; ) {
      const rows: Row[] = await this.#database.rows("read", this.#page(digest, { session, after, kinds }));
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < PAGE_ROWS) return;
      session = String(last["session"]);
      after = String(last["position"]);
    }
  }

  async #appendAll(sessionId: string, entries: readonly EncodedEntry[]): Promise<void> {
    for (const batch of entryBatches(entries, APPENDED)) {
      await this.#database.change("append", this.#append(sessionId, batch, false), {
        repeated: this.#append(sessionId, batch, true),
      });
    }
  }

  async #remove(digest: string, limit: number | null): Promise<boolean> {
    const statement = {
      name: "remove",
      text: `SELECT ${this.#database.schema}.remove_session($1, $2) AS removed`,
      values: [digest, limit],
    };
    return (await this.#database.rows("remove a session", statement))[0]?.["removed"] === true;
  }

  /** Each value is a parameter of its own: in an array, the client would have to escape it. */
  #append(sessionId: string, entries: readonly EncodedEntry[], isRepeated: boolean): Statement {
    const first = 4;
    const column = (type: string, offset: number): string =>
      `ARRAY[${entries.map((_, row) => `$${first + row * COLUMNS.length + offset}`).join(",")}]::${type}[]`;
    const columns = COLUMNS.map(column).join(", ");
    return {
      ...(entries.length <= PREPARED_ROWS ? { name: `append_${entries.length}` } : {}),
      text: `SELECT ${this.#database.schema}.append_entries($1, $2, $3, ${columns})`,
      values: [
        nameDigest(sessionId),
        JSON.stringify(sessionId),
        isRepeated,
        ...entries.flatMap(({ kind, id, ts, json }) => [
          kind,
          JSON.stringify(id),
          nameDigest(id),
          ts,
          Date.parse(ts),
          json,
        ]),
      ],
    };
  }

  #page(
    digest: string,
    {
      session,
      after,
      kinds,
    }: { session: string | null; after: string; kinds: readonly EntryKind[] | undefined },
  ): Statement {
    const { schema } = this.#database;
    const filter = kinds ? "AND kind = ANY ($4::text[])" : "";
    return {
      name: kinds ? "read_kinds" : "read",
      text: `SELECT session, position, kind, id, ts, data FROM ${schema}.entries
        WHERE session = coalesce($1::bigint, (SELECT s.key FROM ${schema}.sessions s WHERE s.digest = $2))
          AND position > $3 ${filter} ORDER BY position LIMIT ${PAGE_ROWS}`,
      values: [session, digest, after, ...(kinds ? [[...kinds]] : [])],
    };
  }
}

function decodeRow({ kind, id, ts, data }: Row): StoredEntry | undefined {
  if (!isEntryKind(kind)) return undefined;
  return {
    kind,
    id: JSON.parse(String(id)) as string,
    ts: String(ts),
    data: JSON.parse(String(data)) as unknown,
  };
}

function toSession(row: Row): SessionInfo {
  return {
    sessionId: JSON.parse(String(row["id"])) as string,
    entries: Number(row["entries"]),
    firstTs: String(row["first_ts"]),
    lastTs: String(row["last_ts"]),
  };
}
