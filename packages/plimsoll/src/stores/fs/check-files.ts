import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readdir, stat, truncate, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { stopIfAborted } from "../artifacts/reseal-bytes.js";
import type { CheckOptions, StoreFinding } from "../maintenance/store-finding.js";
import { isObjectName } from "./artifact-objects.js";
import { isMissing } from "./is-missing.js";
import { judgeLine, type LineVerdict } from "./judge-line.js";
import { listFolder } from "./list-folder.js";
import { recoverReplaced, REPLACED } from "./replace-lines.js";
import { scanLines } from "./scan-lines.js";
import { isKnownVersion, parseLine } from "./session-file-line.js";
import { isSessionFileName, sessionFileName } from "./session-file-name.js";
import { referenceNames } from "./session-references.js";
import { hashedFolders, objectFolders } from "./sweep-tenant.js";
import { isTemporaryName, removeFile } from "./write-file-atomically.js";

/** A writer takes moments; a temporary file of this age belongs to nobody. */
const ORPHANED_MS = 3_600_000;

interface Folders {
  readonly entries: string;
  readonly artifacts: string;
}

/** The files of a store: what a killed process left, and what does not belong there. */
export async function* checkFiles(
  { entries, artifacts }: Folders,
  { repair = false, signal }: CheckOptions,
): AsyncGenerator<StoreFinding> {
  for (const name of (await listFolder(entries)).sort()) {
    stopIfAborted(signal);
    const path = join(entries, name);
    if (name.endsWith(REPLACED)) yield* checkReplaced(path, repair);
    else if (isSessionFileName(name)) yield* checkSessionFile(path, repair);
    else yield* checkTemporary(path, repair);
  }
  for (const tenant of await hashedFolders(artifacts)) {
    stopIfAborted(signal);
    yield* checkTenant(tenant, repair);
  }
}

async function* checkReplaced(path: string, repair: boolean): AsyncGenerator<StoreFinding> {
  if (repair) await recoverReplaced(path.slice(0, -REPLACED.length));
  const message =
    "A process was killed while it sealed a session anew; what was appended meanwhile may be in this file only.";
  yield { kind: "replaced_file", place: path, message, isMended: repair };
}

async function* checkSessionFile(path: string, repair: boolean): AsyncGenerator<StoreFinding> {
  const found = await readLines(path);
  const { torn, count } = found;
  if (found.isOfLaterRelease) {
    const message = "The file is of a later release, which has to check it.";
    yield { kind: "foreign_file", place: path, message };
    return;
  }
  const misnamed = checkName(path, found);
  if (misnamed) yield misnamed;
  if (misnamed?.kind === "foreign_file") return;
  if (count.damaged > 0) {
    const message = `${count.damaged} lines are damaged, the first at byte ${found.firstDamaged}: what they held is not read. Put the file back from a backup.`;
    yield { kind: "damaged_line", place: path, message };
  }
  if (count.remains + count.later > 0) {
    const message = `${count.remains} lines are remains of killed writers, ${count.later} of a kind that this release does not know; readers skip them.`;
    yield { kind: "unknown_line", place: path, message };
  }
  if (torn) {
    if (repair) await moveAside(path, torn);
    const message = `The last line is torn: ${torn.end - torn.start} bytes of an entry that was never acknowledged.`;
    yield { kind: "torn_line", place: path, message, isMended: repair };
  }
  if (found.size > 0 && !(repair && torn?.start === 0)) return;
  const isMended = repair && (await removeIfEmpty(path));
  const message =
    "The file is empty: its writer was killed before the first entry, or its content is lost. If the session had entries, put it back from a backup.";
  yield { kind: "empty_file", place: path, message, isMended };
}

/** A session is found by the name of its file only. */
function checkName(path: string, { count, sessionId }: FoundLines): StoreFinding | undefined {
  if (sessionId === undefined) {
    if (count.entry + count.later + count.damaged === 0) return undefined;
    const message =
      "The line that names the session is missing or damaged, and its entries are not found. Put the file back from a backup.";
    return { kind: "unreadable_session", place: path, message };
  }
  const name = sessionFileName(sessionId);
  if (name === basename(path)) return undefined;
  if (existsSync(join(dirname(path), name))) {
    const message = `The file was renamed or copied: its session has a file of its own, ${name}. Move it away.`;
    return { kind: "foreign_file", place: path, message };
  }
  const message = `The file says that it is of another session, and its entries are not found: it was renamed, or is damaged. Rename it to ${name}, or put it back from a backup.`;
  return { kind: "unreadable_session", place: path, sessionId, message };
}

interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface FoundLines {
  readonly size: number;
  readonly count: Readonly<Record<LineVerdict, number>>;
  readonly firstDamaged: number;
  /** As the file itself names it. */
  readonly sessionId: string | undefined;
  readonly isOfLaterRelease: boolean;
  readonly torn: ByteRange | undefined;
}

async function readLines(path: string): Promise<FoundLines> {
  const handle = await open(path, "r");
  const count = { header: 0, entry: 0, later: 0, remains: 0, blank: 0, damaged: 0 };
  let sessionId: string | undefined;
  let [firstDamaged, isOfLaterRelease] = [-1, false];
  let torn: ByteRange | undefined;
  try {
    const { size } = await handle.stat();
    await scanLines(handle, { start: 0, end: size }, ({ bytes, start, end, terminated }) => {
      // The bytes of a line that is longer than any entry are not given.
      const verdict = bytes.length === 0 && end - start > 1 ? "damaged" : judgeLine(bytes);
      if (!terminated && (verdict === "remains" || verdict === "damaged")) {
        torn = { start, end };
        return;
      }
      count[verdict] += 1;
      if (verdict === "damaged" && firstDamaged < 0) firstDamaged = start;
      const header = verdict === "header" ? parseLine(bytes)?.header : undefined;
      if (!header) return;
      isOfLaterRelease ||= !isKnownVersion(header);
      if (typeof header.sessionId === "string") sessionId ??= header.sessionId;
    });
    return { size, count, firstDamaged, sessionId, isOfLaterRelease, torn };
  } finally {
    await handle.close();
  }
}

/** Whoever has it open notices that it is gone and writes again. */
async function removeIfEmpty(path: string): Promise<boolean> {
  return (await stat(path)).size === 0 && (await removeFile(path));
}

/** The bytes go to a file of their own before they leave this one; nobody has acknowledged them. */
async function moveAside(path: string, { start, end }: ByteRange): Promise<void> {
  const handle = await open(path, "r+");
  try {
    const bytes = Buffer.alloc(end - start);
    await handle.read(bytes, 0, bytes.length, start);
    await writeFile(`${path}.${randomUUID()}.torn`, bytes, { mode: 0o600, flag: "wx", flush: true });
    // Somebody who appended meanwhile has ended the line: then it is one that readers skip.
    if ((await handle.stat()).size === end) await truncate(path, start);
  } finally {
    await handle.close();
  }
}

async function* checkTemporary(path: string, repair: boolean): AsyncGenerator<StoreFinding> {
  if (!isTemporaryName(basename(path))) return;
  const info = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!info || Date.now() - info.mtimeMs < ORPHANED_MS) return;
  if (repair) await removeFile(path);
  const message = "A killed process left a temporary file; nothing refers to it.";
  yield { kind: "temporary_file", place: path, message, isMended: repair };
}

async function* checkTenant(tenant: string, repair: boolean): AsyncGenerator<StoreFinding> {
  const referenced = new Set<string>();
  for (const folder of await hashedFolders(join(tenant, "sessions"))) {
    const names = await readdir(folder);
    for (const { id } of referenceNames(names)) referenced.add(id);
    for (const name of names) yield* checkTemporary(join(folder, name), repair);
  }
  for (const folder of await objectFolders(tenant)) {
    for (const name of await listFolder(folder)) {
      yield* checkTemporary(join(folder, name), repair);
      if (!isObjectName(name) || referenced.has(name)) continue;
      const message = "No session refers to this payload; the next sweep removes it.";
      yield { kind: "orphaned_payload", place: join(folder, name), artifactId: name, message };
    }
  }
}
