import { BoundedMap } from "../../collections/bounded-map.js";
import { isRecord } from "../../text/is-record.js";

const MAX_SESSIONS = 4096;

/**
 * Which session the calls that models make belong to, so that a tool knows whose history it is asked for. Some models
 * number their calls anew in every answer: an id alone says nothing. A call is known by the very object that the model
 * gave, and a copy of it by all that it says, as long as no other session waits for the same.
 */
export class CallSessions {
  readonly #made = new WeakMap<object, string>();
  /** The calls of each session's last answer that no tool was run for yet. */
  readonly #waiting = new BoundedMap<string, Set<string>>(MAX_SESSIONS);

  /** Notes the calls among the items of a response; what the session called before is over. */
  note(sessionId: string | undefined, output: readonly unknown[]): void {
    if (sessionId === undefined) return;
    const calls = output.filter(isCall);
    for (const call of calls) this.#made.set(call, sessionId);
    this.#waiting.delete(sessionId);
    if (calls.length > 0) this.#waiting.set(sessionId, new Set(calls.map(nameOf)));
  }

  /** The session that made a call; undefined where that cannot be told for sure. */
  of(call: unknown): string | undefined {
    if (!isCall(call)) return undefined;
    const name = nameOf(call);
    const waiting = [...this.#waiting.keys()].filter((sessionId) => this.#waiting.get(sessionId)?.has(name));
    const found = this.#made.get(call) ?? (waiting.length === 1 ? waiting[0] : undefined);
    if (found !== undefined) this.#waiting.get(found)?.delete(name);
    return found;
  }
}

type Call = Readonly<Record<string, unknown>>;

const isCall = (item: unknown): item is Call =>
  isRecord(item) && item["type"] === "function_call" && typeof item["callId"] === "string";

const nameOf = ({ id, callId, name, arguments: given }: Call): string =>
  JSON.stringify([id ?? null, callId, name, given]);
