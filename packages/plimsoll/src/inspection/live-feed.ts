import { BoundedMap } from "../collections/bounded-map.js";
import type { CompactEvent } from "../events/compact-event.js";
import type { Exporter } from "../events/exporter.js";
import { isEvent } from "./is-event.js";

/** Told of every event of a session. */
export type FeedListener = (event: CompactEvent) => void;

const MAX_SESSIONS = 1024;
const MAX_EVENTS = 2000;
/** So many more are kept before the oldest go: to move the others up for each new one costs more than all else here. */
const SPARE_EVENTS = 500;

/** Keeps the newest events of a manager's sessions, and tells them to whoever listens. Give it to the manager as an exporter. */
export class LiveFeed implements Exporter {
  readonly name = "inspection";
  readonly #events = new BoundedMap<string, CompactEvent[]>(MAX_SESSIONS);
  readonly #listeners = new Set<FeedListener>();

  export(event: CompactEvent): void {
    const list = this.#events.get(event.session_id) ?? [];
    list.push(event);
    if (list.length > MAX_EVENTS + SPARE_EVENTS) list.splice(0, list.length - MAX_EVENTS);
    this.#events.set(event.session_id, list);
    for (const listener of this.#listeners) listener(event);
  }

  /** Says that a session changed, where no manager of this process did it. Nothing of it is kept. */
  tell(sessionId: string, event: string): void {
    const told = { ts: new Date().toISOString(), session_id: sessionId, event, severity: "debug", model: "" };
    for (const listener of this.#listeners) listener(told as CompactEvent);
  }

  /** True while somebody listens. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** The sessions that were at work since, the newest last: others were only looked at, or planned for. */
  sessions(): string[] {
    return [...this.#events]
      .filter(([, events]) => events.some((event, index) => isWork(event, events[index + 1])))
      .map(([sessionId]) => sessionId);
  }

  has(sessionId: string): boolean {
    return this.#events.has(sessionId);
  }

  eventsOf(sessionId: string): readonly CompactEvent[] {
    return (this.#events.get(sessionId) ?? []).slice(-MAX_EVENTS);
  }

  /** Returns what ends it. */
  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

/** A request was measured, or compacted. A measure for a manual decision is that of a plan, such as a preview. */
function isWork(event: CompactEvent, next: CompactEvent | undefined): boolean {
  if (isEvent(event, "compact.compacted")) return true;
  if (!isEvent(event, "compact.token_estimate")) return false;
  return !(next && isEvent(next, "compact.trigger_decision") && next.trigger === "manual");
}
