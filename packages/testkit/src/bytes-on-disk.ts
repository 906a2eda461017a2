import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Every byte that the files below a folder hold. A file that vanishes while they are read holds nothing: SQLite deletes
 * the index of its journal with the last statement that is collected, which may be after a close.
 */
export async function bytesOnDisk(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(await Promise.all(files.map((entry) => bytesOf(join(entry.parentPath, entry.name)))));
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}
