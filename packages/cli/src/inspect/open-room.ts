import { open, readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CompactError } from "plimsoll";
import { readConversation } from "plimsoll/formats";
import type { InspectionRoom } from "plimsoll/inspection";
import type { Settings } from "plimsoll/node";
import { archiveSettings } from "../archive/archive-settings.js";
import { findNamedSession } from "../archive/find-session.js";
import { openExistingArchive, openExistingStorage } from "../archive/open-existing-archive.js";
import type { CommandContext } from "../command-context.js";
import type { InspectOptions } from "../command-options.js";
import { effectiveSettings } from "../input/effective-settings.js";
import { findSessionFiles } from "../input/find-session-files.js";
import { readInput } from "../input/read-input.js";
import { ArchiveRoom } from "./archive-room.js";
import { SessionFilesRoom } from "./session-files-room.js";

/** What is looked at, and the session to begin with. */
export interface OpenedRoom {
  readonly room: InspectionRoom & { close(): Promise<void> };
  readonly settings: Settings;
  readonly sessionId?: string;
}

/** Opens a session file, a folder of them, an archive, or an archived session; by default the configured archive. */
export async function openRoom(
  given: string | undefined,
  options: InspectOptions,
  context: CommandContext,
): Promise<OpenedRoom> {
  const settings = archiveSettings((await effectiveSettings(options, context)).settings, context);
  if (given === undefined) return { room: await archiveRoom(settings, context), settings };
  const info = await stat(resolve(context.cwd, given)).catch(() => undefined);
  if (!info) {
    const room = await archiveRoom(settings, context);
    return {
      room,
      settings,
      sessionId: await findNamedSession(room.archive, given).catch(noSuchThing(given)),
    };
  }
  const path = resolve(context.cwd, given);
  const archive = await archiveAt(path, info.isDirectory());
  if (archive) {
    const own = { ...settings, storage: { ...settings.storage, ...archive } };
    return { room: await archiveRoom(own, context), settings: own };
  }
  // Whoever names a file wants to know why it cannot be shown.
  if (!info.isDirectory())
    readConversation(await readInput(given, context), options.format === undefined ? {} : options);
  const room = new SessionFilesRoom({
    paths: () => (info.isDirectory() ? filesIn(given, context) : findSessionFiles([given], context)),
    settings,
    archive: await openExistingArchive(settings, context),
    context,
    ...(options.format === undefined ? {} : { format: options.format }),
    ...(info.isDirectory() ? { folder: path } : {}),
  });
  const [only, ...others] = await room.listed();
  return { room, settings, ...(only && others.length === 0 ? { sessionId: only.sessionId } : {}) };
}

/** A folder in which a tool works may have no file yet. */
async function filesIn(folder: string, context: CommandContext): Promise<readonly string[]> {
  try {
    return await findSessionFiles([folder], context);
  } catch (error) {
    if (CompactError.isInstance(error) && error.code === "INVALID_INPUT") return [];
    throw error;
  }
}

async function archiveRoom(settings: Settings, context: CommandContext): Promise<ArchiveRoom> {
  return new ArchiveRoom(await openExistingStorage(settings, context), settings, context);
}

/** Adds to a refusal that no file has this name either. */
const noSuchThing =
  (given: string) =>
  (error: unknown): never => {
    if (!CompactError.isInstance(error) || error.code !== "UNKNOWN_SESSION") throw error;
    throw new CompactError(error.code, `There is no file or folder "${given}". ${error.message}`, {
      details: error.details,
    });
  };

const MAX_TRIED = 20;
const ARCHIVE_START = '{"plimsoll":"session"';
const DATABASE_START = "SQLite format 3\0";

/** The store that is kept at a path: a folder of sessions, the folder in which that is by default, or a database. */
async function archiveAt(
  path: string,
  isFolder: boolean,
): Promise<{ adapter: string; path: string } | undefined> {
  if (!isFolder)
    return (await startOf(path, DATABASE_START.length)) === DATABASE_START
      ? { adapter: "sqlite", path }
      : undefined;
  for (const folder of [path, join(path, "archive")])
    if (await isArchive(folder)) return { adapter: "fs", path: folder };
  return undefined;
}

/** True for a folder in which the file store keeps sessions: they begin with a line that says so. */
async function isArchive(path: string): Promise<boolean> {
  const names = await readdir(path).catch((): string[] => []);
  for (const name of names.filter((one) => one.endsWith(".jsonl")).slice(0, MAX_TRIED))
    if ((await startOf(join(path, name), ARCHIVE_START.length)) === ARCHIVE_START) return true;
  return false;
}

/** The first characters of a file; none of one that cannot be read. */
async function startOf(path: string, length: number): Promise<string> {
  try {
    const file = await open(path, "r");
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
      return buffer.toString("latin1", 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return "";
  }
}
