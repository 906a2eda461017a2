import { type ArtifactCipher, SEAL_HEADER_BYTES } from "../artifacts/artifact-cipher.js";
import { aboutContext, dataContext } from "../artifacts/data-context.js";
import { resealBytes, stopIfAborted } from "../artifacts/reseal-bytes.js";
import {
  ResealCount,
  type ResealOptions,
  type ResealOutcome,
  type ResealReport,
} from "../artifacts/reseal-report.js";
import type { PostgresDatabase, Row, Statement } from "./postgres-database.js";

const ROWS_AT_ONCE = 100;
const OPERATION = "reseal";

/** Reseals payloads and references one by one, replacing exactly the bytes that were read. */
export async function resealPostgres(
  database: PostgresDatabase,
  cipher: ArtifactCipher,
  { signal, onProgress }: ResealOptions,
): Promise<ResealReport> {
  const count = new ResealCount(onProgress);
  for (const kind of [payloadRows, referenceRows]) {
    for await (const row of kind(database)) {
      stopIfAborted(signal);
      count.add(await resealRow(database, cipher, row));
    }
  }
  return count.report();
}

interface SealedRow {
  /** The first bytes of what is sealed. */
  readonly head: Uint8Array;
  readonly context: string;
  /** All bytes; undefined if the row is gone. */
  read(): Promise<Uint8Array | undefined>;
  /** Puts new bytes in the place of the old ones, if those are still there. */
  update(resealed: Buffer): Statement;
}

async function resealRow(
  database: PostgresDatabase,
  cipher: ArtifactCipher,
  row: SealedRow,
): Promise<ResealOutcome | undefined> {
  if (cipher.isCurrent(row.head)) return "current";
  const sealed = await row.read();
  if (!sealed) return undefined;
  const resealed = await resealBytes(cipher, sealed, row.context);
  if (!resealed) return "unreadable";
  const done = await database.change(OPERATION, row.update(Buffer.from(resealed)));
  return done.length > 0 ? "resealed" : undefined;
}

const text = (value: unknown): string => JSON.parse(String(value)) as string;

async function* payloadRows(database: PostgresDatabase): AsyncGenerator<SealedRow> {
  const table = `${database.schema}.artifact_payloads`;
  const head = `substr(data, 1, ${SEAL_HEADER_BYTES})`;
  const pages = (after: readonly unknown[]): Statement => ({
    text: `SELECT key, tenant, id, ${head} AS head FROM ${table} WHERE key > $1 ORDER BY key LIMIT ${ROWS_AT_ONCE}`,
    values: after,
  });
  for await (const row of rowsOf(database, pages, { first: [0], after: ({ key }) => [key] })) {
    const { key } = row;
    yield {
      head: row["head"] as Uint8Array,
      context: dataContext({ tenant: text(row["tenant"]) }, text(row["id"])),
      async read() {
        const sql = `SELECT data FROM ${table} WHERE key = $1`;
        const [found] = await database.rows(OPERATION, { text: sql, values: [key] });
        return found && (found["data"] as Uint8Array);
      },
      update: (resealed) => ({
        text: `UPDATE ${table} SET data = $1 WHERE key = $2 AND ${head} = $3 RETURNING 1 AS done`,
        values: [resealed, key, row["head"]],
      }),
    };
  }
}

async function* referenceRows(database: PostgresDatabase): AsyncGenerator<SealedRow> {
  const { schema } = database;
  const pages = (after: readonly unknown[]): Statement => ({
    text: `SELECT r.scope, r.payload, s.tenant, s.session, p.id, r.about
      FROM ${schema}.artifact_references r JOIN ${schema}.artifact_payloads p ON p.key = r.payload
      JOIN ${schema}.artifact_scopes s ON s.key = r.scope
      WHERE (r.scope, r.payload) > ($1, $2) ORDER BY r.scope, r.payload LIMIT ${ROWS_AT_ONCE}`,
    values: after,
  });
  const order = { first: [0, 0], after: ({ scope, payload }: Row) => [scope, payload] };
  for await (const row of rowsOf(database, pages, order)) {
    const about = row["about"] as Uint8Array;
    const scope = { tenant: text(row["tenant"]), sessionId: text(row["session"]) };
    yield {
      head: about,
      context: aboutContext(scope, text(row["id"])),
      read: async () => about,
      update: (resealed) => ({
        text: `UPDATE ${schema}.artifact_references SET about = $1
          WHERE scope = $2 AND payload = $3 AND about = $4 RETURNING 1 AS done`,
        values: [resealed, row["scope"], row["payload"], about],
      }),
    };
  }
}

async function* rowsOf(
  database: PostgresDatabase,
  pages: (after: readonly unknown[]) => Statement,
  order: { readonly first: readonly unknown[]; after(row: Row): readonly unknown[] },
): AsyncGenerator<Row> {
  for (let after = order.first; ; ) {
    const rows = await database.rows(OPERATION, pages(after));
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = order.after(last);
  }
}
