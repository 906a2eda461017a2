import { isUtf8 } from "node:buffer";
import { artifactText } from "../artifacts/artifact-bytes.js";
import { indexedText } from "../artifacts/word-trigrams.js";
import type { CheckOptions, StoreFinding } from "../maintenance/store-finding.js";
import { payloadData } from "./artifact-row.js";
import { inTransaction } from "./migrate.js";
import { DAMAGE_ADVICE, isDamage } from "./is-damage.js";
import type { SqliteDriver } from "./sqlite-driver.js";
import { trigramQuery } from "./trigram-query.js";

const ROWS_AT_ONCE = 50;

/** The database itself: its pages, the counts that it keeps, and the search index against the texts. */
export async function* checkDatabase(
  driver: SqliteDriver,
  { repair = false }: CheckOptions,
): AsyncGenerator<StoreFinding> {
  for (const check of [checkPages, checkTexts, checkCounts, checkOrphans, checkIndex]) {
    try {
      yield* check(driver, repair);
    } catch (error) {
      if (!isDamage(error)) throw error;
      const message = `${(error as Error).message}. ${DAMAGE_ADVICE}.`;
      yield { kind: "damaged_database", place: PLACE, message };
    }
  }
}

const PLACE = "the database file";

const problems = (driver: SqliteDriver): string[] =>
  driver
    .all("PRAGMA integrity_check")
    .map((row) => String(row.integrity_check))
    .filter((text) => text !== "ok");

/** Indexes of tables can be made anew from the tables; nothing else can. */
function* checkPages(driver: SqliteDriver, repair: boolean): Generator<StoreFinding> {
  const found = problems(driver);
  if (found.length === 0) return;
  if (repair) driver.exec("REINDEX");
  const left = new Set(repair ? problems(driver) : found);
  for (const message of found) {
    const isMended = !left.has(message);
    yield {
      kind: isMended ? "wrong_index" : "damaged_database",
      place: PLACE,
      message: isMended ? message : `${message}. ${DAMAGE_ADVICE}.`,
      isMended,
    };
  }
}

/** Entries are written as UTF-8. A reader replaces what is not, and nobody would notice. */
function* checkTexts(driver: SqliteDriver): Generator<StoreFinding> {
  const sql = `SELECT e.seq, e.data, s.id FROM entries e LEFT JOIN sessions s ON s.key = e.session
    WHERE e.seq > ? ORDER BY e.seq LIMIT ${ROWS_AT_ONCE}`;
  for (let last = 0; ; ) {
    const rows = driver.all(sql, [last]);
    for (const { seq, data, id } of rows) {
      last = Number(seq);
      if (data instanceof Uint8Array && isUtf8(data)) continue;
      const about = id === null ? {} : { sessionId: JSON.parse(String(id)) as string };
      const message = `Row ${last} is damaged: its data is no UTF-8. Put the file back from a backup.`;
      yield { kind: "damaged_line", place: "table entries", ...about, message };
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

function* checkCounts(driver: SqliteDriver, repair: boolean): Generator<StoreFinding> {
  const rows = driver.all(`SELECT s.key, s.id, s.entries,
      (SELECT count(*) FROM entries e WHERE e.session = s.key) AS counted FROM sessions s`);
  for (const { key, id, entries, counted } of rows) {
    if (Number(entries) === Number(counted)) continue;
    if (repair)
      driver.run(
        "UPDATE sessions SET entries = (SELECT count(*) FROM entries WHERE session = ?) WHERE key = ?",
        [Number(key), Number(key)],
      );
    yield {
      kind: "wrong_count",
      place: "table sessions",
      sessionId: JSON.parse(String(id)) as string,
      message: `The session says that it has ${String(entries)} entries, and has ${String(counted)}.`,
      isMended: repair,
    };
  }
}

function* checkOrphans(driver: SqliteDriver): Generator<StoreFinding> {
  const rows = driver.all(`SELECT p.id FROM artifact_payloads p
    WHERE NOT EXISTS (SELECT 1 FROM artifact_references r WHERE r.payload = p.key)`);
  for (const { id } of rows)
    yield {
      kind: "orphaned_payload",
      place: "table artifact_payloads",
      artifactId: JSON.parse(String(id)) as string,
      message: "No session refers to this payload.",
    };
}

/** A text must be found by its own trigrams. */
function* checkIndex(driver: SqliteDriver, repair: boolean): Generator<StoreFinding> {
  const rows = driver.all("SELECT key, id FROM artifact_payloads WHERE indexed = 1");
  const known = new Set(rows.map(({ key }) => Number(key)));
  for (const { key, id } of rows) {
    const text = indexed(driver, Number(key));
    if (text === undefined || isFound(driver, Number(key), text)) continue;
    if (repair) inTransaction(driver, () => indexAnew(driver, Number(key), text));
    yield {
      kind: "wrong_index",
      place: "table artifact_trigrams",
      artifactId: JSON.parse(String(id)) as string,
      message: "The search index does not hold the words of this payload.",
      isMended: repair,
    };
  }
  for (const { id } of driver.all("SELECT id FROM artifact_trigrams_docsize")) {
    if (known.has(Number(id))) continue;
    if (repair) driver.run("DELETE FROM artifact_trigrams WHERE rowid = ?", [Number(id)]);
    const message = `The search index holds words of a payload that is gone (row ${String(id)}).`;
    yield { kind: "wrong_index", place: "table artifact_trigrams", message, isMended: repair };
  }
}

/** Undefined for damaged bytes, which reading the payload tells. */
function indexed(driver: SqliteDriver, key: number): string | undefined {
  const data = payloadData(driver, key);
  try {
    return data && indexedText(artifactText(data));
  } catch {
    return undefined;
  }
}

function isFound(driver: SqliteDriver, key: number, text: string): boolean {
  const query = trigramQuery(text);
  const isThere = driver.all("SELECT 1 FROM artifact_trigrams_docsize WHERE id = ?", [key]).length > 0;
  if (query === undefined || !isThere) return isThere;
  const sql = "SELECT 1 FROM artifact_trigrams WHERE rowid = ? AND artifact_trigrams MATCH ?";
  return driver.all(sql, [key, query]).length > 0;
}

function indexAnew(driver: SqliteDriver, key: number, text: string): void {
  driver.run("DELETE FROM artifact_trigrams WHERE rowid = ?", [key]);
  driver.run("INSERT INTO artifact_trigrams (rowid, text) VALUES (?, ?)", [key, text]);
}
