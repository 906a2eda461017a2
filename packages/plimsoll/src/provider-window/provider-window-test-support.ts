import OpenAI from "openai";
import { callbackExporter } from "../events/callback-exporter.js";
import type { CompactEvent } from "../events/compact-event.js";
import {
  type QueuedFault,
  type ScriptedOpenAI,
  type ScriptedOpenAIOptions,
  startScriptedOpenAI,
} from "plimsoll-testkit";
import { heuristicEstimator } from "../tokens/heuristic-estimator.js";
import { createProviderWindow, type ProviderWindowOptions } from "./create-provider-window.js";
import { openAITransport } from "./transport/openai-transport.js";
import type { ProviderWindow } from "./provider-window.js";
import type { WindowItem } from "./window/window-item.js";

export const MODEL = "gpt-5.2";

const VOCABULARY = ["ledger", "account", "march", "total", "open", "paid", "booking", "sum", "page", "line"];

/** About as many tokens as words. */
export const words = (count: number, seed = 0): string =>
  Array.from({ length: count }, (_, index) => VOCABULARY[(index * 7 + seed) % VOCABULARY.length]).join(" ");

export const user = (text: string): WindowItem => ({ role: "user", content: text });

/** A window over the official client and a scripted server. */
export interface WindowBench {
  readonly server: ScriptedOpenAI;
  readonly client: OpenAI;
  readonly window: ProviderWindow;
  readonly events: CompactEvent[];
  /** The waits between attempts. */
  readonly sleeps: number[];
  /** The bodies that a route was sent. */
  bodies(route: "/responses" | "/responses/compact"): Readonly<Record<string, unknown>>[];
  named(event: string): CompactEvent[];
  /** Another window on the same server: a new process, or another account. */
  open(options?: Partial<ProviderWindowOptions>, apiKey?: string): Promise<ProviderWindow>;
}

export interface BenchOptions {
  readonly server?: ScriptedOpenAIOptions;
  readonly window?: Partial<ProviderWindowOptions>;
}

/** Runs a test against a server that is stopped afterwards. */
export async function withWindow(
  options: BenchOptions,
  run: (bench: WindowBench) => Promise<void>,
): Promise<void> {
  const server = await startScriptedOpenAI(options.server);
  const events: CompactEvent[] = [];
  const sleeps: number[] = [];
  const clientOf = (apiKey: string): OpenAI => new OpenAI({ apiKey, baseURL: server.url, maxRetries: 0 });
  const open = (more: Partial<ProviderWindowOptions> = {}, apiKey = "key-1"): Promise<ProviderWindow> =>
    createProviderWindow({
      sessionId: "s",
      transport: openAITransport(clientOf(apiKey)),
      model: MODEL,
      maxContextTokens: 4000,
      estimator: heuristicEstimator,
      clock: () => 1_800_000_000_000,
      exporters: [callbackExporter((event) => void events.push(event))],
      sleep: (milliseconds) => {
        sleeps.push(milliseconds);
        return Promise.resolve();
      },
      ...options.window,
      ...more,
    });
  try {
    const bench: WindowBench = {
      server,
      client: clientOf("key-1"),
      window: await open(),
      events,
      sleeps,
      bodies: (route) =>
        server.requests
          .filter(({ path }) => path.endsWith(route))
          .map(({ body }) => body as Readonly<Record<string, unknown>>),
      named: (name) => events.filter(({ event }) => event === name),
      open,
    };
    await run(bench);
  } finally {
    await server.close();
  }
}

/** Sends a list and gives it back with the answer appended, as a host does. */
export async function turn(
  window: ProviderWindow,
  list: readonly WindowItem[],
  body: Readonly<Record<string, unknown>> = {},
): Promise<WindowItem[]> {
  const response = await window.create({ model: MODEL, ...body, input: list });
  return [...list, ...(response["output"] as WindowItem[])];
}

/** A conversation of tool calls of about 2500 tokens, ending with an answer: over the trigger of 0.55 with the next request. */
export async function longConversation({ server, window }: WindowBench, body = {}): Promise<WindowItem[]> {
  let list: WindowItem[] = [user("Find the fault in the ledger of March. Never change the archive.")];
  for (let step = 1; step <= 3; step++) {
    server.reply([
      { type: "reasoning", summary: `step ${step}` },
      {
        type: "function_call",
        name: "read_file",
        arguments: { path: `/ledger/${step}.csv` },
        call_id: `call_${step}`,
      },
    ]);
    list = await turn(window, list, body);
    list.push({ type: "function_call_output", call_id: `call_${step}`, output: words(600, step) });
  }
  server.reply(`The fault is in row 17. ${words(400)}`);
  return turn(window, list, body);
}

/** The round in which the window is compacted. */
export async function compactingTurn(bench: WindowBench, fault?: QueuedFault): Promise<WindowItem[]> {
  const list = await longConversation(bench);
  if (fault) bench.server.fault(fault);
  return turn(bench.window, [...list, user("And in April?")]);
}

/** The items of the newest request for a response. */
export const lastInput = (bench: WindowBench): WindowItem[] =>
  bench.bodies("/responses").at(-1)?.["input"] as WindowItem[];
