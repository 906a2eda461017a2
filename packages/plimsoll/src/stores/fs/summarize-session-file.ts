import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import { scanLines } from "./scan-lines.js";
import { ENTRY_LINE_START, isKnownVersion, parseLine } from "./session-file-line.js";
import { sessionFileName } from "./session-file-name.js";
import type { SessionInfo, StoredEntry } from "../storage-adapter.js";

const FIRST_TAIL_BYTES = 64 * 1024;

/**
 * A summary of a session file, read from its two ends; `entries` is 0 unless they are counted. Undefined for a
 * foreign file.
 */
export async function summarizeSessionFile(
  path: string,
  { isCounted }: { readonly isCounted: boolean },
): Promise<SessionInfo | undefined> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const head = await readHead(handle, size);
    // A renamed or copied file would not be found under its session's name.
    if (!head || sessionFileName(head.sessionId) !== basename(path)) return undefined;
    const last = await readLastEntry(handle, size);
    const entries = isCounted ? await countEntries(handle, size) : 0;
    return last && { ...head, entries, lastTs: last.ts };
  } finally {
    await handle.close();
  }
}

/**
 * The session id that a file's header names and the time of its first entry, from the start of the file;
 * undefined for a foreign or empty file and for one of a later release.
 */
async function readHead(
  handle: FileHandle,
  size: number,
): Promise<{ readonly sessionId: string; readonly firstTs: string } | undefined> {
  let sessionId: unknown;
  let firstTs: string | undefined;
  let isReadable = true;
  await scanLines(handle, { start: 0, end: size }, ({ bytes }) => {
    const line = parseLine(bytes);
    if (line?.header) {
      sessionId ??= line.header.sessionId;
      isReadable = isKnownVersion(line.header);
    }
    firstTs ??= line?.entry?.ts;
    return isReadable && (sessionId === undefined || firstTs === undefined);
  });
  if (!isReadable || typeof sessionId !== "string" || firstTs === undefined) return undefined;
  return { sessionId, firstTs };
}

/** The last whole entry, found from the end of the file. */
async function readLastEntry(handle: FileHandle, size: number): Promise<StoredEntry | undefined> {
  let tail = Buffer.alloc(0);
  let start = size;
  // The step doubles, so that a last line of any length is read in linear time.
  for (let step = FIRST_TAIL_BYTES; start > 0; step *= 2) {
    const length = Math.min(step, start);
    const head = Buffer.allocUnsafe(length);
    const { bytesRead } = await handle.read(head, 0, length, start - length);
    if (bytesRead < length) return undefined;
    start -= length;
    tail = Buffer.concat([head, tail]);
    for (let newline = tail.lastIndexOf(10); newline !== -1; newline = tail.lastIndexOf(10)) {
      const entry = parseLine(tail.subarray(newline + 1))?.entry;
      if (entry) return entry;
      tail = tail.subarray(0, newline);
    }
  }
  return parseLine(tail)?.entry;
}

/** How many entry lines there are, without parsing them. */
async function countEntries(handle: FileHandle, size: number): Promise<number> {
  let count = 0;
  await scanLines(handle, { start: 0, end: size }, ({ bytes, terminated }) => {
    if (!bytes.subarray(0, ENTRY_LINE_START.length).equals(ENTRY_LINE_START)) return;
    if (terminated || parseLine(bytes)) count += 1;
  });
  return count;
}
