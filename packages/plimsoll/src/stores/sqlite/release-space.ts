import { setImmediate } from "node:timers/promises";
import type { FileSize } from "../storage-adapter.js";
import type { SqliteDriver } from "./sqlite-driver.js";
import { pragma } from "./migrate.js";

/** The journal is cut to this after it was written back: once large, it would stay so. */
const MAX_JOURNAL_BYTES = 8_388_608;

export const BUSY_TIMEOUT_MILLISECONDS = 10_000;

/** Pages that are given back at once, while writers wait, and after one sweep, while its caller does. */
const PAGES_AT_ONCE = 1_000;
const PAGES_A_SWEEP = 16_000;

/**
 * Bounds the journal, and allows an empty file to free pages later. This must happen before anything is written;
 * a file with content keeps its mode until it is vacuumed.
 */
export function prepareSpace(driver: SqliteDriver): void {
  if (pragma(driver, "page_count") === 0) driver.exec("PRAGMA auto_vacuum = INCREMENTAL");
  driver.all(`PRAGMA journal_size_limit = ${MAX_JOURNAL_BYTES}`);
}

/**
 * Returns the pages of deleted data to the file system, up to a limit per sweep; the next sweep continues. A file
 * of an earlier release does not shrink until it is vacuumed. Never fails: SQLite reuses pages that it could not
 * return.
 */
export async function releaseSpace(driver: SqliteDriver): Promise<void> {
  try {
    let free = pragma(driver, "freelist_count");
    for (let pages = 0; free > 0 && pages < PAGES_A_SWEEP; pages += PAGES_AT_ONCE) {
      driver.exec(`PRAGMA incremental_vacuum(${PAGES_AT_ONCE})`);
      const left = pragma(driver, "freelist_count");
      if (left >= free) return;
      free = left;
      await setImmediate();
    }
    truncateLog(driver);
  } catch {
    // Another process writes, or the disk is full: the pages are free all the same.
  }
}

/**
 * Rewrites the file without free pages, in the mode that can free pages from then on. Needs as much space again.
 */
export function vacuum(driver: SqliteDriver): FileSize {
  const before = size(driver);
  driver.exec("PRAGMA auto_vacuum = INCREMENTAL");
  driver.exec("VACUUM");
  truncateLog(driver);
  return { before, after: size(driver) };
}

/**
 * Writes the journal back and empties it before closing. Never fails: the next connection does it otherwise.
 */
export function settleLog(driver: SqliteDriver): void {
  try {
    truncateLog(driver);
  } catch {
    // Another process writes, or the disk is full: nothing is lost by that.
  }
}

/** The file gets shorter when its log is written back. Nobody is waited for: with readers about, it happens later. */
function truncateLog(driver: SqliteDriver): void {
  driver.all("PRAGMA busy_timeout = 0");
  try {
    driver.all("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    driver.all(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MILLISECONDS}`);
  }
}

const size = (driver: SqliteDriver): number => pragma(driver, "page_count") * pragma(driver, "page_size");
