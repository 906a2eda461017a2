import { WebSocket, WebSocketServer } from "ws";
import { realtime, type RealtimeItem } from "../../formats/realtime/realtime.js";
import { type RealtimeServer, type RealtimeServerOptions, startRealtimeServer } from "plimsoll-testkit";
import { POLICY, supportModel, supportOutput } from "./support-call-test-support.js";
import type { Schedule } from "./acknowledgements.js";
import type { RealtimeCompactor } from "./realtime-compactor.js";
import { type ClientEvent, parseServerEvent, type ServerEvent } from "./server-event.js";

/** Timers that run when the test says so. */
export class ManualTimers {
  readonly #tasks = new Set<() => void>();
  #waiting: (() => void)[] = [];

  readonly schedule: Schedule = (task) => {
    this.#tasks.add(task);
    for (const resolve of this.#waiting.splice(0)) resolve();
    return () => this.#tasks.delete(task);
  };

  /** Resolves when a timer runs. */
  running(): Promise<void> {
    return this.#tasks.size > 0
      ? Promise.resolve()
      : new Promise((resolve) => {
          this.#waiting.push(resolve);
        });
  }

  /** The time of every timer is up. */
  fire(): void {
    const due = Array.from(this.#tasks);
    this.#tasks.clear();
    for (const task of due) task();
  }
}

export function startServer(options: Partial<RealtimeServerOptions> = {}): Promise<RealtimeServer> {
  return startRealtimeServer({ WebSocketServer, respond: supportModel, ...options });
}

type CallItem = { readonly name: string; readonly arguments: string; readonly call_id: string };

/** An application on a raw WebSocket: says things, runs functions, waits for what the server says. */
export class RawClient {
  readonly socket: WebSocket;
  readonly events: ServerEvent[] = [];
  /** What the functions answer. */
  output: (call: CallItem) => string | Promise<string> = () => "done";
  #waiting: { readonly condition: () => boolean; readonly resolve: () => void }[] = [];

  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.socket.on("message", (data) => {
      const event = parseServerEvent(data);
      if (event) this.events.push(event);
      this.changed();
    });
    this.socket.on("error", () => undefined);
    this.socket.on("close", () => this.changed());
  }

  changed(): void {
    const met = this.#waiting.filter(({ condition }) => condition());
    this.#waiting = this.#waiting.filter((waiting) => !met.includes(waiting));
    for (const { resolve } of met) resolve();
  }

  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ condition, resolve });
      this.changed();
    });
  }

  opened(): Promise<void> {
    return this.until(() => this.events.some(({ type }) => type === "session.created"));
  }

  send(event: ClientEvent): void {
    this.socket.send(JSON.stringify(event));
  }

  create(item: RealtimeItem): void {
    this.send({ type: "conversation.item.create", item });
  }

  count(type: string): number {
    return this.events.filter((event) => event.type === type).length;
  }

  /** The user says something; resolves with the answer, after all functions that the model calls on the way. */
  async ask(text: string): Promise<string> {
    this.create({ type: "message", role: "user", content: [{ type: "input_text", text }] });
    return this.respond();
  }

  async respond(): Promise<string> {
    for (;;) {
      const before = this.count("response.done");
      this.send({ type: "response.create" });
      const answer = await this.answer(before);
      if (answer !== undefined) return answer;
    }
  }

  /** The answer of the next response; `undefined` if it called functions, which are answered. */
  async answer(before: number): Promise<string | undefined> {
    await this.until(() => this.count("response.done") > before);
    const done = this.events.filter(({ type }) => type === "response.done")[before];
    const response = done?.["response"] as { readonly output: readonly RealtimeItem[] } | undefined;
    const output = response?.output ?? [];
    const calls = output.filter(({ type }) => type === "function_call");
    for (const call of calls) {
      const result = await this.output(call as CallItem);
      this.create({ type: "function_call_output", call_id: call.call_id ?? "", output: result });
    }
    const [message] = output.filter(({ type }) => type === "message");
    const part = message?.content?.[0] as { readonly transcript?: string } | undefined;
    return calls.length > 0 ? undefined : (part?.transcript ?? "");
  }

  close(): Promise<void> {
    this.socket.close();
    return this.until(() => this.socket.readyState === WebSocket.CLOSED);
  }
}

/** All that a model reads of items. */
export function textsOf(items: readonly RealtimeItem[]): string {
  const views = items.map((item) => realtime.view(item));
  return views.flatMap(({ text, results }) => [text, ...results.map((result) => result.text)]).join("\n");
}

/** Opens a support call: its policy is protected, its outputs are bounded before they are sent. */
export async function openSupportCall(client: RawClient, compactor: RealtimeCompactor): Promise<void> {
  client.output = ({ name, arguments: given, call_id: callId }) => {
    const { turn } = JSON.parse(given) as { readonly turn: number };
    return compactor.boundOutput({ name, arguments: given, callId, output: supportOutput(turn) });
  };
  await client.opened();
  const content = [{ type: "input_text", text: POLICY }];
  client.create({ id: "policy", type: "message", role: "system", content });
  await client.until(() => client.count("conversation.item.done") > 0);
  await compactor.protect("policy", { key: "refunds" });
}
