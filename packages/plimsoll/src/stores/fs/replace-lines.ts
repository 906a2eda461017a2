import { randomUUID } from "node:crypto";
import { type FileHandle, link, open, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { StoredEntry } from "../storage-adapter.js";
import { syncFolder } from "./create-private-folder.js";
import { isMissing } from "./is-missing.js";
import { scanLines } from "./scan-lines.js";
import { entryLine, parseLine } from "./session-file-line.js";
import { removeFile, TEMPORARY } from "./write-file-atomically.js";

const LINES_AT_ONCE = 100;
const PAUSE_MS = 10;
const MAX_PAUSES = 200;
const MAX_ATTEMPTS = 3;

/** The end of the name of a file whose place another one took. */
export const REPLACED = ".replaced";

interface LinesFile {
  readonly path: string;
  readonly fsync: boolean;
}

/**
 * Puts a file with other data in the place of a session file. Other processes may append all the while: what they
 * wrote to the old file before the new one was in its place is carried over, and whoever writes to the old one after
 * that notices and writes again. Lines that this release does not know stay as they are. Returns how many changed.
 */
export async function replaceLines(
  old: FileHandle,
  { path, fsync }: LinesFile,
  change: (entry: StoredEntry) => Promise<unknown>,
): Promise<number> {
  const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
  const fresh = await open(temporary, "wx+", 0o600);
  try {
    const { size } = await old.stat();
    const copied = await copyLines(old, fresh, { end: size, change });
    if (copied.changed === 0) return 0;
    if (fsync) await fresh.datasync();
    await keepAside(old, path);
    await rename(temporary, path);
    await carryOver(old, await open(path, "a"), copied.end);
    if (fsync) {
      await fresh.datasync();
      await syncFolder(dirname(path));
    }
    await removeFile(`${path}${REPLACED}`);
    return copied.changed;
  } catch (error) {
    // Whoever removed the session took the new file away too.
    if (isMissing(error)) return 0;
    throw error;
  } finally {
    await fresh.close();
    await removeFile(temporary);
  }
}

/**
 * Keeps the old file under another name until all is carried over. One process at a time can, so none replaces what
 * another has just put in place. After a kill the name stays, and the next one does what is left.
 */
async function keepAside(old: FileHandle, path: string): Promise<void> {
  const aside = `${path}${REPLACED}`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await link(path, aside);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt === MAX_ATTEMPTS) throw error;
    }
    for (let pause = 0; pause < MAX_PAUSES && (await isBeingReplaced(path)); pause += 1)
      await setTimeout(PAUSE_MS);
    await recoverReplaced(path);
  }
  if ((await stat(aside)).ino === (await old.stat()).ino) return;
  await removeFile(aside);
  throw new Error("another process replaced the file at the same time; start it again");
}

/** Appends the entries of a replaced file that its successor lacks, and removes it. Returns their number. */
export async function recoverReplaced(path: string): Promise<number> {
  const aside = await open(`${path}${REPLACED}`, "r").catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!aside) return 0;
  const current = await open(path, "a+", 0o600);
  try {
    const known = new Set<string>();
    await scanLines(current, { start: 0, end: (await current.stat()).size }, ({ bytes }) => {
      known.add(lineKey(bytes) ?? "");
    });
    const lines: Buffer[] = [];
    await scanLines(aside, { start: 0, end: (await aside.stat()).size }, ({ bytes }) => {
      const key = lineKey(bytes);
      if (key !== undefined && !known.has(key)) lines.push(Buffer.from(bytes), Buffer.from("\n"));
    });
    if (lines.length > 0) await current.writeFile(Buffer.concat([Buffer.from("\n"), ...lines]));
    await current.datasync();
    await removeFile(`${path}${REPLACED}`);
    return lines.length / 2;
  } finally {
    await aside.close();
    await current.close();
  }
}

function lineKey(bytes: Buffer): string | undefined {
  const entry = parseLine(bytes)?.entry;
  return entry && `${entry.kind} ${entry.id}`;
}

/**
 * Opens a file that is not just being replaced. A new file is in place a moment before all is carried over to it: who
 * reads it then misses entries, and who writes to it then comes before them.
 */
export async function openSettled(path: string, openFile: () => Promise<FileHandle>): Promise<FileHandle> {
  for (let pause = 0; ; pause += 1) {
    const handle = await openFile();
    if (pause === MAX_PAUSES || !(await isBeingReplaced(path))) return handle;
    await handle.close();
    await setTimeout(PAUSE_MS);
  }
}

/** Not by a process that was killed a while ago. */
async function isBeingReplaced(path: string): Promise<boolean> {
  const aside = await stat(`${path}${REPLACED}`).catch(() => undefined);
  return aside !== undefined && Date.now() - aside.ctimeMs < PAUSE_MS * MAX_PAUSES;
}

/** Whole lines only: what a killed or writing process left at the end is carried over as it is. */
async function copyLines(
  old: FileHandle,
  fresh: FileHandle,
  { end, change }: { readonly end: number; change(entry: StoredEntry): Promise<unknown> },
): Promise<{ readonly changed: number; readonly end: number }> {
  let changed = 0;
  for (let copied = 0; ; ) {
    const lines = await wholeLines(old, { start: copied, end });
    const last = lines.at(-1);
    if (!last) return { changed, end: copied };
    for (const { bytes } of lines) {
      const entry = parseLine(bytes)?.entry;
      const data = entry && (await change(entry));
      if (data !== undefined) changed += 1;
      await fresh.writeFile(
        entry && data !== undefined
          ? Buffer.from(entryLine({ ...entry, json: JSON.stringify(data) }))
          : Buffer.concat([bytes, Buffer.from("\n")]),
      );
    }
    copied = last.end;
  }
}

/** The next lines of a range that end with a newline; one that is longer than any entry ends the work too. */
async function wholeLines(
  file: FileHandle,
  range: { readonly start: number; readonly end: number },
): Promise<{ readonly bytes: Buffer; readonly end: number }[]> {
  const lines: { readonly bytes: Buffer; readonly end: number }[] = [];
  await scanLines(file, range, ({ bytes, start, end, terminated }) => {
    if (!terminated || bytes.length !== end - start - 1) return false;
    lines.push({ bytes: Buffer.from(bytes), end });
    return lines.length < LINES_AT_ONCE;
  });
  return lines;
}

async function carryOver(old: FileHandle, fresh: FileHandle, start: number): Promise<void> {
  try {
    const { size } = await old.stat();
    if (size <= start) return;
    const bytes = Buffer.allocUnsafe(size - start);
    const { bytesRead } = await old.read(bytes, 0, bytes.length, start);
    await fresh.write(bytes.subarray(0, bytesRead));
  } finally {
    await fresh.close();
  }
}
