import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { basename } from "node:path";
import type { ConversationFile } from "plimsoll/formats";

const MAX_SESSION_ID_LENGTH = 512;
const MAX_NAME_LENGTH = 80;
const PATH_DIGEST = /^(.*)-[0-9a-f]{16}$/s;

/** Which session a file is, and the name that releases before this one gave it. */
export interface SessionIdentity {
  readonly sessionId: string;
  /** The file's base name, for a file that does not say which conversation it is. */
  readonly formerId?: string;
}

/**
 * A conversation with an id is that session, wherever its file is. Any other file is identified by its full path:
 * two files of one name are two sessions.
 */
export async function sessionIdentity(file: ConversationFile, path: string): Promise<SessionIdentity> {
  if (file.sessionId !== undefined) return { sessionId: file.sessionId.slice(0, MAX_SESSION_ID_LENGTH) };
  const real = await realpath(path).catch(() => path);
  const name = basename(real).replace(/\.(?:jsonl?|ndjson)$/i, "") || basename(real);
  const digest = createHash("sha256").update(real).digest("hex").slice(0, 16);
  return { sessionId: `${name.slice(0, MAX_NAME_LENGTH)}-${digest}`, formerId: name };
}

/** The bare name of a session that is identified by its path; undefined for any other session. */
export function nameOfSession(sessionId: string): string | undefined {
  return PATH_DIGEST.exec(sessionId)?.[1];
}
