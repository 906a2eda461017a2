import { BoundedMap } from "../../collections/bounded-map.js";
import { isRecord } from "../../text/is-record.js";

const MAX_THREADS = 4096;

/** Remembers the first message of each thread, and so notices a memory that does not give it back any more. */
export class FirstMessages {
  readonly #firsts = new BoundedMap<string, string>(MAX_THREADS);

  /** True if the first message that this thread had is not in the list. */
  isCut(threadId: string, messageList: object | undefined): boolean {
    const ids = idsOf(messageList);
    const first = this.#firsts.get(threadId) ?? ids[0];
    if (first === undefined) return false;
    this.#firsts.set(threadId, first);
    return !ids.includes(first);
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
