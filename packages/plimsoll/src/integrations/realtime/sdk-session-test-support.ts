import { OpenAIRealtimeWebSocket, RealtimeAgent, RealtimeSession } from "@openai/agents-realtime";
import type { RealtimeServer, RealtimeServerOptions, WireEvent } from "plimsoll-testkit";
import { reply } from "./compacted-session-test-support.js";
import { compactRealtime, type RealtimeCompactor } from "./realtime-compactor.js";
import type { RealtimeCompactorOptions } from "./realtime-compactor-options.js";
import type { RealtimeCompactionEvent } from "./realtime-summary.js";
import { ManualTimers, startServer } from "./realtime-test-support.js";

const WINDOW = 3000;

/** A server, a `RealtimeSession` of `@openai/agents-realtime` on a WebSocket to it, and the compactor between them. */
export class SdkSession {
  readonly timers = new ManualTimers();
  readonly events: RealtimeCompactionEvent[] = [];
  server!: RealtimeServer;
  session!: RealtimeSession;
  compactor!: RealtimeCompactor;
  #heard: string[] = [];
  #waiting: { readonly condition: () => boolean; readonly resolve: () => void }[] = [];

  async open(
    options: RealtimeCompactorOptions = {},
    serverOptions: Partial<RealtimeServerOptions> = {},
  ): Promise<void> {
    this.server = await startServer({ respond: () => [reply], maxContextTokens: WINDOW, ...serverOptions });
    const { url } = this.server;
    const agent = new RealtimeAgent({ name: "counter", instructions: "Count what stands on the shelves." });
    const transport = new OpenAIRealtimeWebSocket({ url, useInsecureApiKey: true });
    this.session = new RealtimeSession(agent, { transport });
    this.session.on("error", () => undefined);
    this.compactor = compactRealtime(this.session, {
      maxContextTokens: WINDOW,
      triggerTokens: 1000,
      schedule: this.timers.schedule,
      clock: () => 0,
      onEvent: (event) => {
        this.events.push(event);
        this.#changed();
      },
      ...options,
    });
    transport.on("*", ({ type }: { readonly type: string }) => {
      this.#heard.push(type);
      this.#changed();
    });
    transport.on("connection_change", () => this.#changed());
    await this.connect();
  }

  async connect(): Promise<void> {
    await this.session.connect({ apiKey: "ek_test", url: this.server.url });
  }

  count(type: string): number {
    return this.#heard.filter((heard) => heard === type).length;
  }

  sent(type: string): WireEvent[] {
    return this.server.received.filter((event) => event.type === type);
  }

  told(): string[] {
    return this.events.map(({ type }) => type);
  }

  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ condition, resolve });
      this.#changed();
    });
  }

  /** The user writes something; resolves when the response to it has ended, well or not. */
  async ask(text: string): Promise<void> {
    const before = this.count("response.done");
    this.session.sendMessage(text);
    await this.until(() => this.count("response.done") > before);
  }

  /** The user says something aloud; resolves when the response to it has ended, well or not. */
  async say(transcript: string, audioTokens: number = 0): Promise<void> {
    const before = this.count("response.done");
    this.server.speak(transcript, { audioTokens });
    await this.until(() => this.count("response.done") > before);
  }

  async close(): Promise<void> {
    await this.compactor.close();
    this.session.close();
    await this.server.close();
  }

  #changed(): void {
    const met = this.#waiting.filter(({ condition }) => condition());
    this.#waiting = this.#waiting.filter((waiting) => !met.includes(waiting));
    for (const { resolve } of met) resolve();
  }
}
