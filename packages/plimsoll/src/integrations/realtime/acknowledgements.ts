import type { RealtimeConnection } from "./realtime-connection.js";
import { type ClientEvent, erroredEventId, type ServerEvent } from "./server-event.js";

/** The outcome of a request: the server did it, refused it, did not answer in time, or disconnected. */
export type Outcome = "acknowledged" | "refused" | "timeout" | "disconnected";

/** Runs a task after a time, unless it is called off. */
export type Schedule = (task: () => void, milliseconds: number) => () => void;

export const timerSchedule: Schedule = (task, milliseconds) => {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
};

const PREFIX = "plimsoll_";

interface Waiting {
  readonly eventId: string;
  isAcknowledgement(event: ServerEvent): boolean;
  settle(outcome: Outcome): void;
}

/** Sends requests and waits for the server's answer to each. Late and duplicate answers do no harm. */
export class Acknowledgements {
  readonly #waiting = new Set<Waiting>();
  readonly #schedule: Schedule;
  readonly #timeoutMs: number;
  #sent = 0;

  constructor(options: { readonly schedule: Schedule; readonly timeoutMs: number }) {
    this.#schedule = options.schedule;
    this.#timeoutMs = options.timeoutMs;
  }

  request(
    connection: RealtimeConnection,
    event: ClientEvent,
    isAcknowledgement: (event: ServerEvent) => boolean,
  ): Promise<Outcome> {
    return new Promise((resolve) => {
      const eventId = `${PREFIX}${++this.#sent}`;
      const waiting: Waiting = {
        eventId,
        isAcknowledgement,
        settle: (outcome) => {
          if (!this.#waiting.delete(waiting)) return;
          callOff();
          resolve(outcome);
        },
      };
      this.#waiting.add(waiting);
      const callOff = this.#schedule(() => waiting.settle("timeout"), this.#timeoutMs);
      try {
        connection.send({ ...event, event_id: eventId });
      } catch {
        waiting.settle("disconnected");
      }
    });
  }

  /** Looks at an event of the server; true if it answers a request. */
  hear(event: ServerEvent): boolean {
    const errored = erroredEventId(event);
    let answered = errored.startsWith(PREFIX);
    for (const waiting of this.#waiting) {
      const refused = errored !== "" && errored === waiting.eventId;
      if (!refused && !waiting.isAcknowledgement(event)) continue;
      waiting.settle(refused ? "refused" : "acknowledged");
      answered = true;
    }
    return answered;
  }

  /** Nothing will be answered any more. */
  disconnect(): void {
    for (const waiting of this.#waiting) waiting.settle("disconnected");
  }
}
