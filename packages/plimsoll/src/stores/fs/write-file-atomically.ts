import { randomUUID } from "node:crypto";
import { access, open, rename, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { createPrivateFolder } from "./create-private-folder.js";
import { isMissing } from "./is-missing.js";

const MAX_ATTEMPTS = 8;
export const TEMPORARY = ".tmp";

/**
 * Puts a file for its owner only in place whole or not at all. With `fsync` its bytes are durable before it has its
 * name; the name is durable when the caller has synced the folder.
 */
export async function writeFileAtomically(path: string, bytes: Uint8Array, fsync: boolean): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
    try {
      if (attempt > 1) await createPrivateFolder(dirname(path), fsync);
      await writeNewFile(temporary, bytes, fsync);
      await rename(temporary, path);
      return;
    } catch (error) {
      await removeFile(temporary);
      // The folder is not there yet, or another process swept it or the temporary file away.
      if (!isMissing(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * Replaces a file; false, and nothing is written, if it is gone by then. A file deleted at this very moment may
 * come back, so a permanent deletion checks again once the temporary file is gone.
 */
export async function replaceFile(path: string, bytes: Uint8Array, fsync: boolean): Promise<boolean> {
  const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
  try {
    await writeNewFile(temporary, bytes, fsync);
    await access(path);
    await rename(temporary, path);
    return true;
  } catch (error) {
    await removeFile(temporary);
    if (isMissing(error)) return false;
    throw error;
  }
}

export function isTemporaryName(name: string): boolean {
  return name.endsWith(TEMPORARY);
}

/** False if there was no such file. */
export async function removeFile(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

async function writeNewFile(path: string, bytes: Uint8Array, fsync: boolean): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.writeFile(bytes);
    if (fsync) await handle.datasync();
  } finally {
    await handle.close();
  }
}
