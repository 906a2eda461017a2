import { BoundedMap } from "../../collections/bounded-map.js";
import { isRecord } from "../../text/is-record.js";

const MAX_THREADS = 4096;

/** What a hook knows about the request that it is called for. */
interface Seen {
  readonly messageList?: object | undefined;
  readonly requestContext?: object | undefined;
}

/** Knows the first message of each thread, and so notices a memory that does not give it back. */
export class FirstMessages {
  readonly #firsts = new BoundedMap<string, string>(MAX_THREADS);

  /** True if the first message that this thread had, in whichever process, is not in the list. */
  async isCut(threadId: string, { messageList, requestContext }: Seen): Promise<boolean> {
    const ids = idsOf(messageList);
    const first = this.#firsts.get(threadId) ?? (await storedFirst(requestContext)) ?? ids[0];
    if (first === undefined) return false;
    this.#firsts.set(threadId, first);
    return !ids.includes(first);
  }
}

/** The first message that the memory stored for the thread of a run; undefined if a version of Mastra does not show its memory. */
async function storedFirst(requestContext: object | undefined): Promise<string | undefined> {
  try {
    const get: unknown = requestContext && Reflect.get(requestContext, "get");
    const { runState } = record(typeof get === "function" && get.call(requestContext, "MastraMemory"));
    const { memory, threadId, resourceId } = record(typeof runState === "function" && runState());
    const { recall } = record(memory);
    if (typeof recall !== "function") return undefined;
    const orderBy = { field: "createdAt", direction: "ASC" };
    const found: unknown = await recall.call(memory, { threadId, resourceId, page: 0, perPage: 1, orderBy });
    const { messages } = record(found);
    const { id } = record(Array.isArray(messages) && messages[0]);
    return typeof id === "string" ? id : undefined;
  } catch {
    return undefined;
  }
}

/** The messages as Mastra stores them, by id; empty for a list that does not show them. */
function idsOf(messageList: object | undefined): string[] {
  const { all } = record(messageList && Reflect.get(messageList, "get"));
  const { db } = record(all);
  const messages: unknown = typeof db === "function" ? db.call(all) : [];
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((message) =>
    isRecord(message) && typeof message["id"] === "string" ? [message["id"]] : [],
  );
}

const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
