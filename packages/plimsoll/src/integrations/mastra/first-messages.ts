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

  /** True if the memory gave messages back, and the first that this thread has, in whichever process, is not among them. */
  async isCut(threadId: string, { messageList, requestContext }: Seen): Promise<boolean> {
    const ids = idsOf(messageList, "all");
    const known = this.#firsts.get(threadId);
    if (known !== undefined && ids.includes(known)) return false;
    const state = memoryState(requestContext);
    // What began the thread may be deleted by now, or was never stored.
    const first = (await storedFirst(state)) ?? known ?? ids[0];
    if (first === undefined) return false;
    this.#firsts.set(threadId, first);
    return !ids.includes(first) && (idsOf(messageList, "remembered").length > 0 || remembersNothing(state));
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** The memory of a run and its thread; empty if a version of Mastra does not show them. */
function memoryState(requestContext: object | undefined): Fields {
  try {
    const get: unknown = requestContext && Reflect.get(requestContext, "get");
    const { runState, memoryConfig } = record(
      typeof get === "function" && get.call(requestContext, "MastraMemory"),
    );
    return { ...record(typeof runState === "function" && runState()), memoryConfig };
  } catch {
    return {};
  }
}

/** The first message that the memory stored for the thread; undefined if none is known. */
async function storedFirst({ memory, threadId, resourceId }: Fields): Promise<string | undefined> {
  try {
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

/**
 * True if the memory is set to give nothing back. One that gave nothing for another reason was read before the turn ahead
 * was stored, as after a run that was aborted.
 */
function remembersNothing({ memory, memoryConfig }: Fields): boolean {
  try {
    const { getMergedThreadConfig } = record(memory);
    const config: unknown =
      typeof getMergedThreadConfig === "function" && getMergedThreadConfig.call(memory, memoryConfig);
    const { lastMessages } = record(config);
    return lastMessages === false || lastMessages === 0;
  } catch {
    return false;
  }
}

/** Messages as Mastra stores them, by id: all of a list, or those that the memory gave; empty for a list that does not show them. */
function idsOf(messageList: object | undefined, which: "all" | "remembered"): string[] {
  const { [which]: part } = record(messageList && Reflect.get(messageList, "get"));
  const { db } = record(part);
  const messages: unknown = typeof db === "function" ? db.call(part) : [];
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((message) =>
    isRecord(message) && typeof message["id"] === "string" ? [message["id"]] : [],
  );
}

const record = (value: unknown): Fields => (isRecord(value) ? value : {});
