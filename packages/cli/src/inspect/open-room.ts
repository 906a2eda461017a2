import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { CompactError } from "plimsoll";
import type { InspectionRoom } from "plimsoll/inspection";
import type { Settings } from "plimsoll/node";
import { archiveSettings } from "../archive/archive-settings.js";
import { findNamedSession } from "../archive/find-session.js";
import { openExistingArchive, openExistingStorage } from "../archive/open-existing-archive.js";
import type { CommandContext } from "../command-context.js";
import type { InspectOptions } from "../command-options.js";
import { effectiveSettings } from "../input/effective-settings.js";
import { findSessionFiles } from "../input/find-session-files.js";
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
    return { room, settings, sessionId: await findNamedSession(room.archive, given) };
  }
  const path = resolve(context.cwd, given);
  if (info.isDirectory() && (await isArchive(path))) {
    const own = { ...settings, storage: { ...settings.storage, adapter: "fs", path } };
    return { room: await archiveRoom(own, context), settings: own };
  }
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

const MAX_TRIED = 20;
const FIRST_LINE = 4096;

/** True for a folder in which the file store keeps sessions: they begin with a line that says so. */
async function isArchive(path: string): Promise<boolean> {
  const names = (await readdir(path)).filter((name) => name.endsWith(".jsonl")).slice(0, MAX_TRIED);
  for (const name of names) {
    const text = (await readFile(join(path, name), "utf8")).slice(0, FIRST_LINE);
    if (text.startsWith('{"plimsoll":"session"')) return true;
  }
  return false;
}
