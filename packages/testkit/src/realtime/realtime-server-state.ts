import type { RealtimeItem } from "plimsoll/realtime";
import type { HeldItem } from "./realtime-conversation.js";
import type { SocketServerClass } from "./server-socket.js";

/** What the model says: a text, a call, or both. */
export type RealtimeReply =
  | {
      readonly text: string;
      readonly audioTokens?: number;
      /** True if the speech is sent as sound too: silence, 50 ms for each of its tokens. */
      readonly sound?: boolean;
    }
  | { readonly call: string; readonly name: string; readonly arguments: string };

/** What is done with an event that the server is about to send. A held one is sent by `release`. */
export type Fault = "pass" | "drop" | "hold" | "double";

/** An event of either side. */
export interface WireEvent {
  readonly type: string;
  readonly event_id?: string;
  readonly [field: string]: unknown;
}

export interface RealtimeServerOptions {
  /** `WebSocketServer` of the package `ws`. */
  readonly WebSocketServer: SocketServerClass;
  /** What the model answers to a conversation. A response is active until the promise resolves. */
  respond(conversation: readonly HeldItem[]): readonly RealtimeReply[] | Promise<readonly RealtimeReply[]>;
  /** Decides what becomes of an event. @default every event passes */
  fault?(event: WireEvent): Fault;
  /** Why an event of the client is refused, where it is to be. @default what the API itself would refuse */
  refuse?(event: WireEvent): string | undefined;
  /** True for a response, by its number from 1, that is refused as too long whatever the conversation holds. */
  overflow?(response: number): boolean;
  /** Tokens that a conversation may have. @default no limit */
  readonly maxContextTokens?: number;
  /** The share of the window that the server keeps when it truncates by itself; without it, it refuses to respond. */
  readonly truncateTo?: number;
}

/** What all connections of a server share. */
export class RealtimeServerState {
  readonly options: RealtimeServerOptions;
  readonly received: WireEvent[] = [];
  readonly truncated: RealtimeItem[] = [];
  readonly violations: string[] = [];
  peakTokens = 0;
  inputTokens = 0;
  #waiting: { readonly condition: () => boolean; readonly resolve: () => void }[] = [];

  constructor(options: RealtimeServerOptions) {
    this.options = options;
  }

  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ condition, resolve });
      this.changed();
    });
  }

  /** Something happened: whoever waits may look again. */
  changed(): void {
    const met = this.#waiting.filter(({ condition }) => condition());
    this.#waiting = this.#waiting.filter((waiting) => !met.includes(waiting));
    for (const { resolve } of met) resolve();
  }
}
