import { CompactError } from "plimsoll";
import { archivedFormat } from "plimsoll/engine";
import { createRecall, type Recall, recallTools } from "plimsoll/recall";
import type { Archive } from "plimsoll/stores";
import { type RecallCall, threadOf } from "../recall-tools/recall-call.js";
import { joinedRecall } from "./joined-recall.js";

/** How sessions of one conversation begin: what its client calls it, then what tells its requests apart. */
const SEPARATOR = "/";
const MAX_LISTED = 20;
/** What the gateway keeps beside conversations: stored responses, and accounts of compactions. */
const OTHERS = /^(?:response|compaction):/;
/** More requests of one conversation with openings of their own are not searched. */
const MAX_JOINED = 32;

/** Where a session is, and which. */
interface Found {
  readonly archive: Archive;
  readonly sessionId: string;
}

/**
 * Answers the calls of one tenant from its own conversations. It reads the one that the call names, or the one that the client
 * is in, if it says which; it never guesses.
 */
export async function answerRecall(
  { name, input, meta }: Pick<RecallCall, "name" | "input" | "meta">,
  archives: readonly Archive[],
  conversation: string | undefined,
): Promise<string> {
  try {
    const { session, ...rest } = input;
    const wanted = typeof session === "string" && session !== "" ? session : undefined;
    const all = await sessionsIn(archives);
    const found = sessionsOf(all, wanted ?? threadOf(meta) ?? conversation);
    if (found.length === 0) throw unknownSession(all, wanted);
    const tool = recallTools(joinedRecall(await Promise.all(found.map(recallOf)))).find(
      (one) => one.name === name,
    );
    if (!tool) throw new CompactError("INVALID_INPUT", `The gateway has no tool ${name.slice(0, 80)}.`);
    return await tool.execute(rest);
  } catch (error) {
    if (!CompactError.isInstance(error)) throw error;
    return JSON.stringify({ error: { code: error.code, message: error.message } });
  }
}

async function sessionsIn(archives: readonly Archive[]): Promise<Found[]> {
  const lists = await Promise.all(
    archives.map(async (archive) =>
      (await archive.sessions())
        .filter(({ sessionId }) => !OTHERS.test(sessionId))
        .map(({ sessionId }): Found => ({ archive, sessionId })),
    ),
  );
  return lists.flat();
}

/** A session by its id, or all requests of a conversation by its name. */
function sessionsOf(all: readonly Found[], name: string | undefined): Found[] {
  if (name === undefined) return [];
  const exact = all.filter(({ sessionId }) => sessionId === name);
  if (exact.length > 0) return exact;
  return all.filter(({ sessionId }) => sessionId.startsWith(`${name}${SEPARATOR}`)).slice(0, MAX_JOINED);
}

async function recallOf({ archive, sessionId }: Found): Promise<Recall> {
  return createRecall({ archive, sessionId, format: await archivedFormat(archive, sessionId) });
}

/** The same for a session of somebody else and for none at all. */
function unknownSession(all: readonly Found[], wanted: string | undefined): CompactError {
  const ids = [...new Set(all.map(({ sessionId }) => sessionId))].slice(0, MAX_LISTED);
  const choice =
    ids.length === 0 ? "Nothing of yours was compacted yet." : `Your sessions: ${ids.join(", ")}.`;
  const what =
    wanted === undefined
      ? 'The gateway does not know which conversation you mean; pass it as "session".'
      : `You have no session "${wanted.slice(0, 80)}".`;
  return new CompactError("UNKNOWN_SESSION", `${what} ${choice}`);
}
