import type { ArtifactPage } from "../artifacts/artifact-page.js";
import type { AboutArtifact } from "../artifacts/artifact-seal.js";
import type { ArtifactScope, ArtifactSession } from "../artifacts/artifact.js";
import { readArtifactRow, readArtifactSession } from "../artifacts/read-artifact-row.js";
import type { SearchCandidate } from "../artifacts/find-words.js";
import type { ArtifactDescription } from "../artifacts/describe-artifact.js";
import type { ArtifactSweepOptions } from "../storage-adapter.js";
import type { SqliteDriver } from "./sqlite-driver.js";
import { trigramQuery } from "./trigram-query.js";
import type { CheckedArtifact } from "../artifacts/validate-artifact-inputs.js";
import { indexedText } from "../artifacts/word-trigrams.js";

/** A reference, and the key of its payload. */
export interface ArtifactRow extends AboutArtifact {
  readonly payload: number;
}

/** A payload on its way into the database. */
export interface PreparedArtifact {
  readonly input: CheckedArtifact;
  readonly description: ArtifactDescription;
  readonly about: Uint8Array;
}

/** The bytes of a new payload, and whether its text goes into the search index. */
export interface PreparedPayload {
  readonly data: Uint8Array;
  readonly isIndexed: boolean;
}

const COLUMNS = `r.payload, r.about, r.first_ts, r.last_ts, p.id, p.characters, p.lines, p.indexed`;
const ROWS = `SELECT ${COLUMNS} FROM artifact_references r JOIN artifact_payloads p ON p.key = r.payload
  WHERE r.tenant = ? AND r.session = ?`;
const NEWEST_FIRST = "ORDER BY r.last_milliseconds DESC, p.id";

export function payloadKey(driver: SqliteDriver, tenant: string, id: string): number | undefined {
  const sql = "SELECT key FROM artifact_payloads WHERE tenant = ? AND id = ?";
  const row = driver.all(sql, [JSON.stringify(tenant), JSON.stringify(id)])[0];
  return row && Number(row.key);
}

export function payloadData(driver: SqliteDriver, key: number): Uint8Array | undefined {
  const row = driver.all("SELECT data FROM artifact_payloads WHERE key = ?", [key])[0];
  return row && (row.data as Uint8Array);
}

export function findRow(driver: SqliteDriver, scope: ArtifactScope, id: string): ArtifactRow | undefined {
  const [tenant, session] = scopeKeys(scope);
  // With the payload's own key columns SQLite goes from it to the reference, not through all of the scope's.
  const sql = `${ROWS} AND p.tenant = ? AND p.id = ?`;
  const row = driver.all(sql, [tenant, session, tenant, JSON.stringify(id)])[0];
  return row && toRow(row);
}

export function listRows(driver: SqliteDriver, scope: ArtifactScope, page: ArtifactPage): ArtifactRow[] {
  const sql = `${ROWS} ${NEWEST_FIRST} LIMIT ? OFFSET ?`;
  return driver.all(sql, [...scopeKeys(scope), page.limit, page.offset]).map(toRow);
}

export function listSessions(driver: SqliteDriver, tenant: string): ArtifactSession[] {
  // SQLite takes a bare column beside MAX from the row of the maximum.
  const sql = `SELECT r.session, COUNT(*) AS artifacts, SUM(p.characters) AS characters, r.last_ts,
      MAX(r.last_milliseconds)
    FROM artifact_references r JOIN artifact_payloads p ON p.key = r.payload
    WHERE r.tenant = ? GROUP BY r.session`;
  return driver.all(sql, [JSON.stringify(tenant)]).map(readArtifactSession);
}

/** Those that may hold most of the words first, then the newest first. */
export function searchCandidates(
  driver: SqliteDriver,
  scope: ArtifactScope,
  words: readonly string[],
): SearchCandidate<ArtifactRow>[] {
  const sql = `SELECT r.payload FROM artifact_trigrams t CROSS JOIN artifact_references r
    ON r.tenant = ? AND r.session = ? AND r.payload = t.rowid WHERE t.artifact_trigrams MATCH ?`;
  const queries = words.map(trigramQuery);
  const hits = new Map<number, number>();
  for (const query of queries) {
    if (query === undefined) continue;
    for (const { payload } of driver.all(sql, [...scopeKeys(scope), query])) {
      hits.set(Number(payload), (hits.get(Number(payload)) ?? 0) + 1);
    }
  }
  const unknown = queries.filter((query) => query === undefined).length;
  return driver
    .all(`${ROWS} ${NEWEST_FIRST}`, scopeKeys(scope))
    .map((found) => {
      const row = toRow(found);
      const possible = Number(found.indexed) === 1 ? unknown + (hits.get(row.payload) ?? 0) : words.length;
      return { row, possible };
    })
    .filter(({ possible }) => possible > 0)
    .sort((left, right) => right.possible - left.possible);
}

/** Inside a transaction. `payloads` has the bytes of every text that the tenant does not hold yet. */
export function putArtifact(
  driver: SqliteDriver,
  scope: ArtifactScope,
  {
    artifact,
    payload,
  }: { readonly artifact: PreparedArtifact; readonly payload: PreparedPayload | undefined },
): ArtifactRow | undefined {
  const { id } = artifact.description;
  const key = payloadKey(driver, scope.tenant, id) ?? insertPayload(driver, scope, { artifact, payload });
  const known = driver.all(
    "SELECT last_milliseconds FROM artifact_references WHERE tenant = ? AND session = ? AND payload = ?",
    [...scopeKeys(scope), key],
  )[0];
  const { ts, time } = artifact.input;
  if (!known) {
    driver.run(
      `INSERT INTO artifact_references (tenant, session, payload, about, first_ts, last_ts, last_milliseconds)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      [...scopeKeys(scope), key, artifact.about, ts, ts, time],
    );
  } else if (time > Number(known.last_milliseconds)) {
    driver.run(
      `UPDATE artifact_references SET last_ts = ?, last_milliseconds = ?
       WHERE tenant = ? AND session = ? AND payload = ?`,
      [ts, time, ...scopeKeys(scope), key],
    );
  }
  return findRow(driver, scope, id);
}

/** Inside a transaction: how many references were deleted. */
export function removeScope(driver: SqliteDriver, scope: ArtifactScope): number {
  const sql = "DELETE FROM artifact_references WHERE tenant = ? AND session = ? RETURNING payload";
  return dropPayloads(driver, driver.all(sql, scopeKeys(scope)));
}

/** Inside a transaction: how many references were deleted. */
export function sweepBefore(
  driver: SqliteDriver,
  milliseconds: number,
  { tenant, except = [] }: ArtifactSweepOptions,
): number {
  let sql = "DELETE FROM artifact_references WHERE last_milliseconds < ?";
  if (tenant !== undefined) sql += " AND tenant = ?";
  // As one value: a statement has a bounded number of them.
  if (except.length > 0)
    sql += ` AND NOT EXISTS (SELECT 1 FROM json_each(?) held WHERE held.value ->> 0 = tenant
      AND coalesce(held.value ->> 1, session) = session)`;
  const held = except.map((scope) => [
    JSON.stringify(scope.tenant),
    scope.sessionId === undefined ? null : JSON.stringify(scope.sessionId),
  ]);
  const rows = driver.all(`${sql} RETURNING payload`, [
    milliseconds,
    ...(tenant === undefined ? [] : [JSON.stringify(tenant)]),
    ...(except.length > 0 ? [JSON.stringify(held)] : []),
  ]);
  return dropPayloads(driver, rows);
}

function dropPayloads(
  driver: SqliteDriver,
  references: readonly Readonly<Record<string, unknown>>[],
): number {
  for (const key of new Set(references.map((row) => Number(row.payload)))) {
    const dropped = driver.all(
      `DELETE FROM artifact_payloads
       WHERE key = ? AND NOT EXISTS (SELECT 1 FROM artifact_references WHERE payload = ?) RETURNING indexed`,
      [key, key],
    )[0];
    if (Number(dropped?.indexed) === 1) driver.run("DELETE FROM artifact_trigrams WHERE rowid = ?", [key]);
  }
  return references.length;
}

function insertPayload(
  driver: SqliteDriver,
  scope: ArtifactScope,
  {
    artifact,
    payload,
  }: { readonly artifact: PreparedArtifact; readonly payload: PreparedPayload | undefined },
): number {
  if (!payload) throw new Error("the bytes of a new payload are missing");
  const { id, characters, lines } = artifact.description;
  const text = payload.isIndexed ? indexedText(artifact.input.text) : undefined;
  const inserted = driver.all(
    `INSERT INTO artifact_payloads (tenant, id, characters, lines, indexed, data)
     VALUES (?, ?, ?, ?, ?, ?) RETURNING key`,
    [
      JSON.stringify(scope.tenant),
      JSON.stringify(id),
      characters,
      lines,
      text === undefined ? 0 : 1,
      payload.data,
    ],
  )[0];
  const key = Number(inserted?.key);
  if (text !== undefined)
    driver.run("INSERT INTO artifact_trigrams (rowid, text) VALUES (?, ?)", [key, text]);
  return key;
}

function scopeKeys(scope: ArtifactScope): [tenant: string, session: string] {
  return [JSON.stringify(scope.tenant), JSON.stringify(scope.sessionId)];
}

function toRow(row: Readonly<Record<string, unknown>>): ArtifactRow {
  return { ...readArtifactRow(row), payload: Number(row.payload) };
}
