import { BoundedMap } from "../../collections/bounded-map.js";
import { isRecord } from "../../text/is-record.js";

const MAX_SESSIONS = 4096;

/**
 * Finds the session of a model's call, so that a tool knows which history to read. Some models restart their
 * numbering in every answer, so an id alone is not enough. A call is known by the object that the model returned,
 * and a copy of it by its content, unless another session waits for the same call.
 */
export class CallSessions {
  readonly #made = new WeakMap<object, string>();
  /** The calls of each session's last answer that no tool was run for yet. */
  readonly #waiting = new BoundedMap<string, Set<string>>(MAX_SESSIONS);

  /** Records the calls in a response; the session's earlier calls are finished. */
  note(sessionId: string | undefined, output: readonly unknown[]): void {
    if (sessionId === undefined) return;
    const calls = output.filter(isCall);
    for (const call of calls) this.#made.set(call, sessionId);
    this.#waiting.delete(sessionId);
    if (calls.length > 0) this.#waiting.set(sessionId, new Set(calls.map(nameOf)));
  }

  /** The session that made a call; undefined if that is not certain. */
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
