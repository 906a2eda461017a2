import type { RealtimeReply, RealtimeServer, RealtimeServerOptions, WireEvent } from "plimsoll-testkit";
import { compactRealtime, type RealtimeCompactor } from "./realtime-compactor.js";
import type { RealtimeCompactorOptions } from "./realtime-compactor-options.js";
import type { RealtimeCompactionEvent } from "./realtime-summary.js";
import { ManualTimers, RawClient, startServer } from "./realtime-test-support.js";

const WINDOW = 3000;
export const TRIGGER = 1000;

export const request = (turn: number): string =>
  `Request ${turn}: ${`please look at the shelf ${turn} of the room and count what stands on it. `.repeat(4)}`;
export const reply: RealtimeReply = {
  text: "I counted what stands there, all of it is in its place. ".repeat(6),
};

export const itemId = (event: WireEvent): string =>
  (event["item"] as { readonly id?: string } | undefined)?.id ?? "";
export const isSummaryAnswer = (event: WireEvent): boolean =>
  event.type.startsWith("conversation.item.") && itemId(event).startsWith("sum_");

/** A server, an application on a raw WebSocket that counts shelves with it, and the compactor between them. */
export class CompactedSession {
  readonly timers = new ManualTimers();
  readonly events: RealtimeCompactionEvent[] = [];
  readonly #clients: RawClient[] = [];
  #turns = 0;
  server!: RealtimeServer;
  client!: RawClient;
  compactor!: RealtimeCompactor;

  async open(
    options: RealtimeCompactorOptions = {},
    serverOptions: Partial<RealtimeServerOptions> = {},
  ): Promise<void> {
    this.server = await startServer({ respond: () => [reply], maxContextTokens: WINDOW, ...serverOptions });
    const { socket } = this.connect();
    this.compactor = compactRealtime(socket, {
      maxContextTokens: WINDOW,
      triggerTokens: TRIGGER,
      schedule: this.timers.schedule,
      clock: () => 0,
      onEvent: (event) => {
        this.events.push(event);
        this.client.changed();
      },
      ...options,
      policy: { summaryMaxTokens: 200, ...options.policy },
    });
    await this.client.opened();
  }

  connect(): RawClient {
    this.client = new RawClient(this.server.url);
    this.#clients.push(this.client);
    return this.client;
  }

  /** Speaks until this many turns were spoken, without a pause. */
  async speak(until: number): Promise<void> {
    while (this.#turns < until) await this.client.ask(request(++this.#turns));
  }

  /** The same, with a pause in which a compaction comes to its end. */
  async speakCalmly(until: number): Promise<void> {
    while (this.#turns < until) {
      await this.client.ask(request(++this.#turns));
      await this.compactor.settled();
    }
  }

  sent(type: string): WireEvent[] {
    return this.server.received.filter((event) => event.type === type);
  }

  creations(): WireEvent[] {
    return this.sent("conversation.item.create").filter((event) => itemId(event).startsWith("sum_"));
  }

  deletions(): WireEvent[] {
    return this.sent("conversation.item.delete");
  }

  told(): string[] {
    return this.events.map(({ type }) => type);
  }

  ids(): string[] {
    return this.server.items.map(({ id }) => id);
  }

  async close(): Promise<void> {
    await this.compactor.close();
    for (const client of this.#clients) await client.close();
    await this.server.close();
  }
}
