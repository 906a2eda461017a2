import { stat } from "node:fs/promises";
import { CompactError } from "../../errors/compact-error.js";

/** What to do with a file whose pages are damaged. */
export const DAMAGE_ADVICE: string =
  "The file is damaged: put it back from a backup. `sqlite3 FILE .recover` may save what is newer; `compactctl store repair` makes indexes anew, and no more";

/** SQLITE_CORRUPT and SQLITE_NOTADB; their extended codes have the same last byte. */
const DAMAGE_CODES = new Set([11, 26]);
const DAMAGE_WORDS = /malformed|not a database|vtable constructor failed|SQLITE_(?:CORRUPT|NOTADB)/;

/** True if SQLite says that the file itself is wrong, in the words of either library. */
export function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as { readonly errcode?: unknown; readonly code?: unknown };
  if (typeof errcode === "number" && DAMAGE_CODES.has(errcode & 0xff)) return true;
  return DAMAGE_WORDS.test(`${String(code)} ${error.message}`);
}

/**
 * SQLite takes an empty file for a new database. One that is there and empty was cut off, or never begun.
 *
 * @throws CompactError `STORE_UNAVAILABLE`
 */
export async function refuseEmptyFile(path: string): Promise<void> {
  const info = await stat(path).catch(() => undefined);
  if (info?.isFile() !== true || info.size > 0) return;
  throw new CompactError(
    "STORE_UNAVAILABLE",
    `${path} is empty (0 bytes): its content is lost, or its first writer was killed. Put it back from a backup; if nothing was ever stored in it, delete the file.`,
    { details: { path, bytes: 0 } },
  );
}
