import { type ArtifactCipher, SEAL_HEADER_BYTES } from "../artifacts/artifact-cipher.js";
import { resealBytes, stopIfAborted } from "../artifacts/reseal-bytes.js";
import { ResealCount, type ResealOptions, type ResealReport } from "../artifacts/reseal-report.js";
import { aboutContext, dataContext } from "../artifacts/data-context.js";
import { payloadData } from "./artifact-row.js";
import type { SqliteDriver, SqliteValue } from "./sqlite-driver.js";
import { inTransaction } from "./migrate.js";

const ROWS_AT_ONCE = 100;
/** Waiting writes have at most this many bytes, plus one row. */
const BYTES_AT_ONCE = 8 * 1024 * 1024;

interface Update {
  readonly sql: string;
  readonly parameters: readonly SqliteValue[];
  readonly bytes: number;
}

/** Reseals rows, several at a time, replacing exactly the bytes that were read. */
export async function resealRows(
  driver: SqliteDriver,
  cipher: ArtifactCipher,
  { signal, onProgress }: ResealOptions,
): Promise<ResealReport> {
  const count = new ResealCount(onProgress);
  for (const pages of [payloadPages(driver), referencePages(driver)]) {
    for (const rows of pages) await resealPage(driver, cipher, { rows, count, signal });
  }
  return count.report();
}

interface SealedRow {
  /** The first bytes of what is sealed. */
  readonly head: Uint8Array;
  readonly context: string;
  /** All bytes; undefined if the row is gone. */
  read(): Uint8Array | undefined;
  update(resealed: Uint8Array): Update;
}

async function resealPage(
  driver: SqliteDriver,
  cipher: ArtifactCipher,
  {
    rows,
    count,
    signal,
  }: {
    readonly rows: readonly SealedRow[];
    readonly count: ResealCount;
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  let waiting: Update[] = [];
  const write = (): void => {
    inTransaction(driver, () => {
      for (const { sql, parameters } of waiting)
        if (driver.all(`${sql} RETURNING 1 AS done`, parameters).length > 0) count.add("resealed");
    });
    waiting = [];
  };
  for (const row of rows) {
    stopIfAborted(signal);
    if (cipher.isCurrent(row.head)) {
      count.add("current");
      continue;
    }
    const sealed = row.read();
    const resealed = sealed && (await resealBytes(cipher, sealed, row.context));
    if (resealed) waiting.push(row.update(resealed));
    else if (sealed) count.add("unreadable");
    if (waiting.reduce((sum, { bytes }) => sum + bytes, 0) > BYTES_AT_ONCE) write();
  }
  if (waiting.length > 0) write();
}

const text = (value: unknown): string => JSON.parse(String(value)) as string;
const headOf = (column: string): string => `substr(${column}, 1, ${SEAL_HEADER_BYTES})`;

function* payloadPages(driver: SqliteDriver): Generator<SealedRow[]> {
  const sql = `SELECT key, tenant, id, ${headOf("data")} AS head FROM artifact_payloads
    WHERE key > ? ORDER BY key LIMIT ${ROWS_AT_ONCE}`;
  for (let after = 0; ; ) {
    const rows = driver.all(sql, [after]);
    yield rows.map(({ key, tenant, id, head }) => ({
      head: head as Uint8Array,
      context: dataContext({ tenant: text(tenant) }, text(id)),
      read: () => payloadData(driver, Number(key)),
      update: (resealed) => ({
        sql: `UPDATE artifact_payloads SET data = ? WHERE key = ? AND ${headOf("data")} = ?`,
        parameters: [resealed, Number(key), head as Uint8Array],
        bytes: resealed.length,
      }),
    }));
    if (rows.length < ROWS_AT_ONCE) return;
    after = Number(rows.at(-1)?.["key"]);
  }
}

function* referencePages(driver: SqliteDriver): Generator<SealedRow[]> {
  const sql = `SELECT r.tenant, r.session, r.payload, p.id, r.about
    FROM artifact_references r JOIN artifact_payloads p ON p.key = r.payload
    WHERE (r.tenant, r.session, r.payload) > (?, ?, ?)
    ORDER BY r.tenant, r.session, r.payload LIMIT ${ROWS_AT_ONCE}`;
  let after: SqliteValue[] = ["", "", 0];
  for (;;) {
    const rows = driver.all(sql, after);
    yield rows.map(({ tenant, session, payload, id, about }) => ({
      head: about as Uint8Array,
      context: aboutContext({ tenant: text(tenant), sessionId: text(session) }, text(id)),
      read: () => about as Uint8Array,
      update: (resealed) => ({
        sql: "UPDATE artifact_references SET about = ? WHERE tenant = ? AND session = ? AND payload = ? AND about = ?",
        parameters: [resealed, String(tenant), String(session), Number(payload), about as Uint8Array],
        bytes: resealed.length,
      }),
    }));
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = [String(last["tenant"]), String(last["session"]), Number(last["payload"])];
  }
}
