import { copyFile, constants, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CompactError } from "plimsoll";

/** Refuses a path that nothing can be written to, before any work is done for it. */
export async function assertWritable(path: string): Promise<void> {
  const [target, folder] = await Promise.all(
    [path, dirname(path)].map((part) => stat(part).catch(() => undefined)),
  );
  if (target?.isDirectory()) throw notWritable(path, "it is a folder");
  if (!folder?.isDirectory()) throw notWritable(path, "its folder does not exist");
}

/** Replaces a file as a whole: a reader sees the old or the new content, never half of one. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const existing = await stat(target).catch(() => undefined);
  const temporary = `${target}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, text, { flag: "wx", mode: (existing?.mode ?? 0o644) & 0o777, flush: true });
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw notWritable(path, error instanceof Error ? error.message : String(error), error);
  }
}

/** Keeps the first version of a file beside it; a backup that exists is never overwritten. */
export async function backUp(path: string): Promise<string> {
  const backup = `${path}.bak`;
  await copyFile(path, backup, constants.COPYFILE_EXCL).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === "EEXIST") return;
    throw notWritable(backup, error instanceof Error ? error.message : String(error), error);
  });
  return backup;
}

/** True if both paths are one existing file. */
export async function isSameFile(left: string, right: string): Promise<boolean> {
  const [one, other] = await Promise.all([left, right].map((path) => stat(path).catch(() => undefined)));
  return one !== undefined && other !== undefined && one.dev === other.dev && one.ino === other.ino;
}

export function notWritable(path: string, reason: string, cause?: unknown): CompactError {
  return new CompactError("INVALID_INPUT", `${path} cannot be written: ${reason}.`, {
    details: { path },
    cause,
  });
}
