import { isRecord } from "../../conversation/is-record.js";

const MAX_CALLS = 4096;

/** Which session the calls that models make belong to, so that a tool knows whose history it is asked for. */
export class CallSessions {
  readonly #sessions = new Map<string, string>();

  /** Notes the calls among the items of a response. */
  note(sessionId: string | undefined, output: readonly unknown[]): void {
    if (sessionId === undefined) return;
    for (const item of output) {
      if (!isRecord(item) || item["type"] !== "function_call" || typeof item["callId"] !== "string") continue;
      this.#sessions.set(item["callId"], sessionId);
    }
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= MAX_CALLS) break;
      this.#sessions.delete(oldest);
    }
  }

  of(callId: string | undefined): string | undefined {
    return callId === undefined ? undefined : this.#sessions.get(callId);
  }
}
