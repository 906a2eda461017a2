import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { type ScriptedOpenAI, startScriptedOpenAI } from "plimsoll-testkit";
import {
  type CompactCommandEvent,
  type CompactCommandOptions,
  createCompactCommand,
} from "../../engine/compact-command.js";
import type { CompactConfig } from "../../engine/compact-config.js";
import { CompactManager } from "../../engine/compact-manager.js";
import { responses, type ResponsesItem } from "../../formats/responses/responses.js";
import { heuristicEstimator } from "../../tokens/heuristic-estimator.js";
import { MODEL, user, words } from "../provider-window-test-support.js";
import { openAITransport } from "../transport/openai-transport.js";
import { remoteCompactor } from "./remote-compactor.js";

const LIST: ResponsesItem[] = [
  user("Audit the ledger. Never change the archive."),
  ...[1, 2, 3].flatMap((step) => [
    { type: "function_call", call_id: `c${step}`, name: "read", arguments: `{"path":"/ledger/${step}.csv"}` },
    { type: "function_call_output", call_id: `c${step}`, output: words(900, step) },
  ]),
  { role: "assistant", content: "The fault is in row 17." },
];

interface Chat {
  readonly server: ScriptedOpenAI;
  readonly client: OpenAI;
  readonly manager: CompactManager<ResponsesItem>;
  run(
    options?: Partial<CompactCommandOptions<ResponsesItem>>,
  ): Promise<{ events: CompactCommandEvent<ResponsesItem>[]; sent: readonly ResponsesItem[] }>;
  /** The provider's own route, as a front end would call it. */
  remote(items: readonly ResponsesItem[]): Promise<readonly ResponsesItem[]>;
}

async function withChat(
  config: (client: OpenAI) => Partial<CompactConfig<ResponsesItem>>,
  play: (chat: Chat) => Promise<void>,
): Promise<void> {
  const server = await startScriptedOpenAI();
  const client = new OpenAI({ apiKey: "key-1", baseURL: server.url, maxRetries: 0 });
  const manager = new CompactManager<ResponsesItem>({
    model: MODEL,
    maxContextTokens: 8000,
    format: responses,
    estimator: heuristicEstimator,
    ...config(client),
  });
  try {
    await play({
      server,
      client,
      manager,
      async run(options = {}) {
        const events: CompactCommandEvent<ResponsesItem>[] = [];
        const command = createCompactCommand({ manager, sessionId: "s", ...options });
        const steps = command.run(LIST, { variant: "manual" });
        for (;;) {
          const { value, done } = await steps.next();
          if (done) return { events, sent: value };
          events.push(value);
        }
      },
      async remote(items) {
        const input = items as OpenAI.Responses.ResponseInputItem[];
        return (await client.responses.compact({ model: MODEL, input })).output as ResponsesItem[];
      },
    });
  } finally {
    await manager.close();
    await server.close();
  }
}

const typesOf = (events: readonly { readonly type: string }[]): string[] => events.map(({ type }) => type);
const plain = (): Partial<CompactConfig<ResponsesItem>> => ({});

describe("/compact with a provider's route", () => {
  it("archives what the provider replaced, keeps the transcript, and takes it back", async () => {
    await withChat(plain, async ({ run, remote, manager }) => {
      const { events, sent } = await run({ remote });
      expect(typesOf(events)).toEqual(["turn_started", "compacted", "warning", "turn_complete"]);
      expect(events[1]).toMatchObject({ by: "remote" });
      expect(events[2]).toMatchObject({
        message: expect.stringMatching(/^The provider compacted .+ 8 items/),
      });
      expect(sent.map(({ type }) => type)).toEqual(["message", "compaction"]);
      const grown = [...sent, user("And in April?")];
      const { items } = await manager.transcript("s", grown);
      expect(items.map(({ item }) => item)).toEqual([...LIST, grown.at(-1)]);
      expect((await manager.undo("s", grown)).items).toEqual([...LIST, grown.at(-1)]);
    });
  });

  it.each([
    ["an empty list", { output: [] }, /empty/],
    [
      "an output without its call",
      { output: [{ type: "function_call_output", call_id: "c1", output: "x" }] },
      /result without its call/,
    ],
    [
      "a call without its output",
      {
        output: [user("a"), { type: "function_call", call_id: "c1", name: "n", arguments: "{}" }, user("b")],
      },
      /call without its result/,
    ],
    ["more than there was", { output: [user(words(9000))] }, /not smaller/],
  ])("does not take %s", async (_, body, message) => {
    await withChat(plain, async ({ run, remote, server }) => {
      server.fault({ kind: "status", status: 200, body: JSON.stringify(body), route: "compact", times: 2 });
      const { events, sent } = await run({ remote });
      expect(typesOf(events)).toEqual([
        "turn_started",
        "remote_failed",
        "compacted",
        "warning",
        "turn_complete",
      ]);
      expect(events[1]).toMatchObject({ message: expect.stringMatching(message) });
      expect(events[2]).toMatchObject({ by: "local" });
      expect(JSON.stringify(sent)).toContain("COMPACT-SUMMARY");
    });
  });
});

describe("/compact where the provider's item is of a kind that nobody knows", () => {
  it("passes it on, and goes on with it, also if no format is named", async () => {
    const manager = new CompactManager<ResponsesItem>({ model: MODEL, maxContextTokens: 8000 });
    await withChat(plain, async ({ run, remote, server }) => {
      const body = { output: [user("Audit the ledger."), { type: "capsule", sealed: "x" }] };
      server.fault({ kind: "status", status: 200, body: JSON.stringify(body), route: "compact" });
      const { sent } = await run({ remote, manager });
      expect(sent).toEqual(body.output);
      const grown = [...sent, user("And in April?")];
      expect((await manager.preflight("s", grown)).items).toEqual(grown);
      expect((await manager.undo("s", grown)).items).toEqual([...LIST, grown.at(-1)]);
    });
    await manager.close();
  });
});

describe("/compact that needs no summary", () => {
  it("says what was done instead of a summary of nothing", async () => {
    await withChat(plain, async ({ manager }) => {
      const output = words(900);
      const list = [1, 2, 3].flatMap((step) => [
        { type: "function_call", call_id: `r${step}`, name: "read", arguments: "{}" },
        { type: "function_call_output", call_id: `r${step}`, output },
      ]);
      const command = createCompactCommand({ manager, sessionId: "short" });
      const messages: string[] = [];
      for await (const event of command.run([user("Audit."), ...list], { variant: "manual" }))
        if (event.type === "warning") messages.push(event.message);
      expect(messages).toEqual([
        expect.stringMatching(/without a summary: tool outputs are shown in short, \d+ tokens are now \d+\./),
      ]);
    });
  });
});

describe('/compact of a manager with the strategy "remote"', () => {
  const remote = (client: OpenAI): Partial<CompactConfig<ResponsesItem>> => ({
    policy: { strategy: "remote" },
    remote: remoteCompactor({ transport: openAITransport(client), sleep: () => Promise.resolve() }),
  });

  it("says that the provider compacted", async () => {
    await withChat(remote, async ({ run }) => {
      const { events } = await run();
      expect(events[1]).toMatchObject({ by: "remote" });
      expect(JSON.stringify(events[2])).not.toContain("summary of 0");
    });
  });

  it("says that the provider failed before it says that the manager compacted", async () => {
    await withChat(remote, async ({ run, server }) => {
      server.fault({ kind: "unsupported", route: "compact" });
      const { events } = await run();
      expect(events.slice(1, 3)).toMatchObject([
        { type: "remote_failed", message: expect.stringContaining("unsupported_endpoint") },
        { type: "compacted", by: "local" },
      ]);
      const again = await run();
      expect(typesOf(again.events)).toContain("remote_failed");
    });
  });
});
