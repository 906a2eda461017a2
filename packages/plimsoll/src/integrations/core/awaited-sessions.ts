import { BoundedMap } from "../../collections/bounded-map.js";
import { startsWith } from "./starts-with.js";

const MAX_SESSIONS = 1024;

/**
 * Names the requests of sessions that hand their history to a framework, which says nothing of the session when it asks the model:
 * a request is that of the session whose history it begins with.
 */
export class AwaitedSessions<W extends object> {
  readonly #histories = new BoundedMap<string, readonly W[]>(MAX_SESSIONS);

  /** The next requests of the session begin with this history. Nothing is known by an empty one. */
  expect(sessionId: string, history: readonly W[]): void {
    this.#histories.set(sessionId, history);
  }

  has(sessionId: string): boolean {
    return this.#histories.has(sessionId);
  }

  /** The session of a request; undefined if there is none, or several have the same history. */
  of(items: readonly W[]): string | undefined {
    let found: string[] = [];
    let longest = 1;
    for (const [sessionId, history] of this.#histories) {
      if (history.length < longest || !startsWith(items, history)) continue;
      found = history.length > longest ? [sessionId] : [...found, sessionId];
      longest = history.length;
    }
    return found.length === 1 ? found[0] : undefined;
  }
}
