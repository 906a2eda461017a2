import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { CompactError, type SessionInfo, type StorageAdapter } from "plimsoll";
import type { CompactionRecord } from "plimsoll/engine";
import { type ConversationFile, itemId, readConversation } from "plimsoll/formats";
import type { CommandContext } from "../command-context.js";
import { readInput } from "../input/read-input.js";
import { nameOfSession, sessionIdentity } from "./session-identity.js";

const MAX_LISTED = 10;

/**
 * The archived session of a file, an id or a file name. Refuses a name that fits several.
 *
 * @throws CompactError `UNKNOWN_SESSION`, `INVALID_INPUT`.
 */
export async function findSession(
  archive: StorageAdapter,
  given: string,
  context: CommandContext,
): Promise<string> {
  return (await isFile(given, context))
    ? findFile(archive, given, context)
    : findNamedSession(archive, given);
}

/** The same for what cannot be a file: a name from a model opens no file. */
export async function findNamedSession(archive: StorageAdapter, given: string): Promise<string> {
  const sessions = await archive.sessions();
  if (sessions.some(({ sessionId }) => sessionId === given)) return given;
  const [only, ...others] = sessions.filter(({ sessionId }) => nameOfSession(sessionId) === given);
  if (only === undefined) throw unknown(`The archive holds no session "${given}"`, given);
  if (others.length === 0) return only.sessionId;
  throw severalSessions(`"${given}" is the name of several sessions`, [only, ...others]);
}

/** The named session, or the only one; if there are several, one must be named. */
export async function sessionNamed(
  archive: StorageAdapter,
  given: string | undefined,
  context: CommandContext,
): Promise<string> {
  if (given !== undefined) return findSession(archive, given, context);
  const [only, ...others] = await archive.sessions();
  if (only === undefined) {
    throw new CompactError("UNKNOWN_SESSION", "The archive holds no session yet; compact a file first.");
  }
  if (others.length === 0) return only.sessionId;
  throw severalSessions("The archive holds several sessions; name one with --session", [only, ...others]);
}

/** True if a path names something that can be read as a file. */
export async function isFile(path: string, { cwd }: CommandContext): Promise<boolean> {
  const info = await stat(resolve(cwd, path)).catch(() => undefined);
  return info !== undefined && !info.isDirectory();
}

/**
 * The session of a file, or the one that an earlier release archived under its base name, if that archive holds
 * nothing else.
 */
export async function sessionOfFile(
  archive: StorageAdapter,
  file: ConversationFile,
  path: string,
): Promise<string> {
  const { sessionId, formerId } = await sessionIdentity(file, path);
  if (formerId === undefined) return sessionId;
  const [first] = file.items;
  const former = first === undefined ? [] : await archive.find(formerId, [itemId(first)]);
  if (former[0] === undefined || (await archive.read(sessionId, ["item"])).length > 0) return sessionId;
  return (await holdsOnly(archive, formerId, file)) ? formerId : sessionId;
}

async function findFile(archive: StorageAdapter, path: string, context: CommandContext): Promise<string> {
  const file = readAnyFormat(await readInput(path, context));
  const sessionId = await sessionOfFile(archive, file, resolve(context.cwd, path));
  const sessions = await archive.sessions();
  if (sessions.some((session) => session.sessionId === sessionId)) return sessionId;
  throw unknown(`The archive holds nothing of ${path} (session "${sessionId}")`, sessionId);
}

/** A format that has to be named changes nothing about which conversation it is. */
function readAnyFormat(text: string): ConversationFile {
  try {
    return readConversation(text);
  } catch (error) {
    if (!CompactError.isInstance(error) || error.code !== "UNKNOWN_FORMAT") throw error;
    return readConversation(text, { format: "plain" });
  }
}

/** True if the file contains everything that a session archived, except what its compactions added. */
async function holdsOnly(
  archive: StorageAdapter,
  sessionId: string,
  file: ConversationFile,
): Promise<boolean> {
  const entries = await archive.read(sessionId, ["item", "compaction"]);
  const known = new Set([...file.items, ...(file.earlier ?? [])].map(itemId));
  const made = new Set(
    entries.flatMap(({ kind, data }) => (kind === "compaction" ? madeBy(data as CompactionRecord) : [])),
  );
  return entries.every(({ kind, id }) => kind !== "item" || known.has(id) || made.has(id));
}

const madeBy = ({ window }: CompactionRecord): string[] =>
  window.layout.flatMap((part) => ("id" in part ? [part.id] : []));

function unknown(what: string, sessionId: string): CompactError {
  return new CompactError("UNKNOWN_SESSION", `${what}; list them with: compactctl sessions`, {
    details: { sessionId },
  });
}

function severalSessions(what: string, sessions: readonly SessionInfo[]): CompactError {
  const ids = sessions.map(({ sessionId }) => sessionId);
  const more = ids.length > MAX_LISTED ? ` and ${ids.length - MAX_LISTED} more` : "";
  return new CompactError(
    "INVALID_INPUT",
    `${what}, or give the file itself: ${ids.slice(0, MAX_LISTED).join(", ")}${more}.`,
    { details: { sessions: ids } },
  );
}
