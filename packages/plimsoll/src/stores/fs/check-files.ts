import { randomUUID } from "node:crypto";
import { open, readdir, stat, truncate, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { stopIfAborted } from "../artifacts/reseal-bytes.js";
import type { CheckOptions, StoreFinding } from "../maintenance/store-finding.js";
import { isObjectName } from "./artifact-objects.js";
import { isMissing } from "./is-missing.js";
import { listFolder } from "./list-folder.js";
import { recoverReplaced, REPLACED } from "./replace-lines.js";
import { scanLines } from "./scan-lines.js";
import { parseLine } from "./session-file-line.js";
import { isSessionFileName } from "./session-file-name.js";
import { referenceNames } from "./session-references.js";
import { summarizeSessionFile } from "./summarize-session-file.js";
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
  if (!(await summarizeSessionFile(path, { isCounted: false }))) {
    const message =
      "The file is no session of this folder: it was renamed or copied, is empty, or of a later release.";
    yield { kind: "foreign_file", place: path, message };
    return;
  }
  const { unknown, torn } = await badLines(path);
  if (unknown > 0) {
    const message = `${unknown} lines are remains of killed writers or of a kind that this release does not know; readers skip them.`;
    yield { kind: "unknown_line", place: path, message };
  }
  if (!torn) return;
  if (repair) await moveAside(path, torn);
  const message = `The last line is torn: ${torn.end - torn.start} bytes of an entry that was never acknowledged.`;
  yield { kind: "torn_line", place: path, message, isMended: repair };
}

interface ByteRange {
  readonly start: number;
  readonly end: number;
}

async function badLines(
  path: string,
): Promise<{ readonly unknown: number; readonly torn: ByteRange | undefined }> {
  const handle = await open(path, "r");
  let unknown = 0;
  let torn: ByteRange | undefined;
  try {
    await scanLines(
      handle,
      { start: 0, end: (await handle.stat()).size },
      ({ bytes, start, end, terminated }) => {
        if (parseLine(bytes) !== undefined || (terminated && end - start === 1)) return;
        if (terminated) unknown += 1;
        else torn = { start, end };
      },
    );
  } finally {
    await handle.close();
  }
  return { unknown, torn };
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
