import { mkdir, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Creates a folder that only its owner can enter, with the folders above it, so that it survives a power cut. */
export async function createPrivateFolder(path: string, fsync: boolean): Promise<void> {
  const firstCreated = await mkdir(path, { recursive: true, mode: 0o700 });
  if (firstCreated === undefined || !fsync) return;
  const top = dirname(resolve(firstCreated));
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    await syncFolder(folder);
    if (folder === top || folder === dirname(folder)) return;
  }
}

/** Makes new and removed names of a folder durable, if the system supports it. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder for this, and does not need it.
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
