import { artifactText } from "../artifacts/artifact-bytes.js";
import { stopIfAborted } from "../artifacts/reseal-bytes.js";
import type { CheckOptions, StoreFinding } from "../maintenance/store-finding.js";
import type { PostgresDatabase, Row } from "./postgres-database.js";
import { wordSignature } from "./word-signature.js";

const ROWS_AT_ONCE = 20;

interface Checked extends CheckOptions {
  /** Payloads are in clear, and have signatures. */
  readonly isPlain: boolean;
}

/** The tables: the counts that they keep, and the search signatures against the texts. The server checks the rest itself. */
export async function* checkPostgres(
  database: PostgresDatabase,
  options: Checked,
): AsyncGenerator<StoreFinding> {
  yield* checkCounts(database, options.repair === true);
  yield* checkOrphans(database);
  if (options.isPlain) yield* checkSignatures(database, options);
}

async function* checkCounts(database: PostgresDatabase, repair: boolean): AsyncGenerator<StoreFinding> {
  const { schema } = database;
  const rows = await database.rows("check", {
    text: `SELECT s.key, s.id, s.entries, count(e.position) AS counted, coalesce(max(e.position), 0) AS last
      FROM ${schema}.sessions s LEFT JOIN ${schema}.entries e ON e.session = s.key
      GROUP BY s.key HAVING s.entries <> count(e.position) OR s.entries <> coalesce(max(e.position), 0)`,
    values: [],
  });
  for (const row of rows) {
    const [entries, counted, last] = [row["entries"], row["counted"], row["last"]].map(Number);
    // The number of entries is where the next one goes: it may rise to the last place, and never fall below it.
    const isMended = repair && (await raise(database, row));
    yield {
      kind: "wrong_count",
      place: "table sessions",
      sessionId: JSON.parse(String(row["id"])) as string,
      message: `The session says that it has ${entries} entries, and has ${counted}, the last at place ${last}.`,
      isMended,
    };
  }
}

async function raise(database: PostgresDatabase, { key, last }: Row): Promise<boolean> {
  const done = await database.rows("repair", {
    text: `UPDATE ${database.schema}.sessions SET entries = $2 WHERE key = $1 AND entries < $2 RETURNING 1 AS done`,
    values: [key, last],
  });
  return done.length > 0;
}

async function* checkOrphans(database: PostgresDatabase): AsyncGenerator<StoreFinding> {
  const { schema } = database;
  const rows = await database.rows("check", {
    text: `SELECT p.id FROM ${schema}.artifact_payloads p
      WHERE NOT EXISTS (SELECT 1 FROM ${schema}.artifact_references r WHERE r.payload = p.key)`,
    values: [],
  });
  for (const { id } of rows)
    yield {
      kind: "orphaned_payload",
      place: "table artifact_payloads",
      artifactId: JSON.parse(String(id)) as string,
      message: "No session refers to this payload.",
    };
}

async function* checkSignatures(
  database: PostgresDatabase,
  { repair = false, signal }: Checked,
): AsyncGenerator<StoreFinding> {
  const table = `${database.schema}.artifact_payloads`;
  for (let after: unknown = 0; ; ) {
    const rows = await database.rows("check", {
      text: `SELECT key, id, signature, data FROM ${table} WHERE key > $1 ORDER BY key LIMIT ${ROWS_AT_ONCE}`,
      values: [after],
    });
    for (const row of rows) {
      stopIfAborted(signal);
      const wanted = signatureOf(row);
      const held = row["signature"] as Buffer | null;
      if (wanted === undefined || (held === null ? wanted === null : wanted !== null && held.equals(wanted)))
        continue;
      if (repair)
        await database.rows("repair", {
          text: `UPDATE ${table} SET signature = $2 WHERE key = $1`,
          values: [row["key"], wanted],
        });
      yield {
        kind: "wrong_index",
        place: "table artifact_payloads",
        artifactId: JSON.parse(String(row["id"])) as string,
        message: "The search signature does not hold the words of this payload.",
        isMended: repair,
      };
    }
    if (rows.length < ROWS_AT_ONCE) return;
    after = rows.at(-1)?.["key"];
  }
}

/** Null for a text that has none; undefined for damaged bytes, which reading the payload tells. */
function signatureOf(row: Row): Buffer | null | undefined {
  try {
    const signature = wordSignature(artifactText(row["data"] as Uint8Array));
    return signature ? Buffer.from(signature) : null;
  } catch {
    return undefined;
  }
}
