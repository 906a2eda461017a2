import OpenAI from "openai";
import { type ScriptedOpenAI, startScriptedChat, startScriptedOpenAI } from "plimsoll-testkit";
import { describe, expect, it } from "vitest";
import { responses, type ResponsesItem } from "../formats/responses/responses.js";
import { modelSummarizer, type ModelSummarizerOptions } from "../summarizers/model-summarizer.js";
import { heuristicEstimator } from "../tokens/heuristic-estimator.js";
import { type CompactCommandEvent, createCompactCommand } from "./compact-command.js";
import { CompactManager } from "./compact-manager.js";

const user = (content: string): ResponsesItem => ({ role: "user", content }) as ResponsesItem;
const LIST: ResponsesItem[] = [
  user("Why does the basket lose its last entry? Never touch basket/legacy.ts."),
  ...[1, 2, 3].flatMap((step) => [
    { type: "function_call", call_id: `c${step}`, name: "shell", arguments: `{"command":"grep ${step}"}` },
    { type: "function_call_output", call_id: `c${step}`, output: `basket/part-${step}.ts\n`.repeat(300) },
  ]),
  user("Fix it."),
];
const WORDS = "The splice in basket/part-2.ts drops the last entry; nothing was changed so far.";
const DELTA = JSON.stringify({
  objective: "",
  activeWork: 'Repair "splice" in basket/part-2.ts \u2013 now.',
  added: [{ section: "decisions", text: "Use slice(0).", detail: "the reason", items: ["#2"] }],
  superseded: [],
});

type Event = CompactCommandEvent<ResponsesItem>;

/** Runs `/compact` of the Codex preset with a summarizer, and what it tells; `onEvent` is told each when it comes. */
async function compacted(
  given: Partial<ModelSummarizerOptions>,
  onEvent: (event: Event) => void = () => undefined,
): Promise<readonly Event[]> {
  const summarizer = modelSummarizer({ api: "responses", model: "gpt-5.2", ...given });
  const manager = new CompactManager<ResponsesItem>({
    model: "gpt-5.2",
    maxContextTokens: 8000,
    format: responses,
    estimator: heuristicEstimator,
    policy: { preset: "codex" },
    summarizer,
  });
  const events: Event[] = [];
  for await (const event of createCompactCommand({ manager, sessionId: "s" }).run(LIST, {
    variant: "manual",
  })) {
    events.push(event);
    onEvent(event);
  }
  await manager.close();
  return events;
}

const draftsOf = (events: readonly Event[]): string[] => {
  const drafts: string[] = [];
  for (const event of events)
    if (event.type === "summary_delta")
      drafts[event.draft - 1] = `${drafts[event.draft - 1] ?? ""}${event.text}`;
  return drafts;
};
const summaryOf = (events: readonly Event[]): string =>
  events
    .flatMap((event) => (event.type === "compacted" ? [event.result.compaction?.summary ?? ""] : []))
    .join();

async function withOpenAI(
  play: (server: ScriptedOpenAI, ways: Readonly<Record<"client" | "address", object>>) => Promise<void>,
): Promise<void> {
  const server = await startScriptedOpenAI();
  const client = new OpenAI({ apiKey: "key-1", baseURL: server.url });
  try {
    await play(server, { client: { client }, address: { baseUrl: server.url, apiKey: "key-1" } });
  } finally {
    await server.close();
  }
}

describe("the summary of the codex preset", () => {
  it.each(["client", "address"] as const)(
    "is seen while the model writes it, by the official client or by an address: %s",
    async (way) => {
      await withOpenAI(async (server, ways) => {
        server.reply(WORDS);
        const held = server.fault({ kind: "hang", afterEvents: 5 });
        const events = await compacted({ ...ways[way], output: "prose" }, ({ type }) => {
          // The server goes on only when a piece was seen: what is not streamed would wait for ever.
          if (type === "summary_delta") held.release();
        });
        expect(draftsOf(events)).toEqual([WORDS]);
        expect(events.map(({ type }) => type).filter((type) => type !== "summary_delta")).toEqual([
          "turn_started",
          "compacted",
          "warning",
          "turn_complete",
        ]);
        expect(summaryOf(events)).toContain(WORDS);
        expect(server.requests.map(({ body }) => body)).toMatchObject([{ stream: true, store: false }]);
      });
    },
  );

  it("shows the words of structured output, not its JSON", async () => {
    await withOpenAI(async (server, ways) => {
      server.reply(DELTA);
      const events = await compacted(ways.client);
      expect(draftsOf(events)).toEqual(['Repair "splice" in basket/part-2.ts – now.\nUse slice(0).\n']);
      expect(summaryOf(events)).toContain("Use slice(0).");
    });
  });

  it.each(["client", "address"] as const)(
    "begins a new draft after a stream that broke off: %s",
    async (way) => {
      await withOpenAI(async (server, ways) => {
        server.reply(WORDS);
        server.fault({ kind: "cut", afterEvents: 6 });
        server.fault({ kind: "rate_limited", retryAfter: 0 });
        const events = await compacted({ ...ways[way], output: "prose", wait: () => Promise.resolve() });
        const [broken, whole] = draftsOf(events);
        expect(WORDS.startsWith(broken ?? "-")).toBe(true);
        expect(whole).toBe(WORDS);
        expect(summaryOf(events)).toContain(WORDS);
      });
    },
  );

  it("comes whole from a server that does not stream", async () => {
    await withOpenAI(async (server, ways) => {
      const error = { message: "Unsupported value: 'stream' does not support true.", param: "stream" };
      for (const way of [ways.client, ways.address]) {
        server.reply(WORDS);
        server.fault({ kind: "status", status: 400, body: JSON.stringify({ error }) });
        const events = await compacted({ ...way, output: "prose" });
        expect(draftsOf(events)).toEqual([]);
        expect(summaryOf(events)).toContain(WORDS);
        expect(server.requests.at(-1)?.body).not.toHaveProperty("stream");
      }
    });
  });

  it("streams over Chat Completions too, with its usage", async () => {
    const server = await startScriptedChat();
    try {
      for (const way of [
        { client: new OpenAI({ apiKey: "key-1", baseURL: `${server.origin}/v1` }) },
        { baseUrl: `${server.origin}/v1`, apiKey: "key-1" },
      ]) {
        server.reply([WORDS]);
        const held = server.fault({ kind: "stall", afterEvents: 3 });
        const events = await compacted({ ...way, api: "chat", output: "prose" }, ({ type }) => {
          if (type === "summary_delta") held.release();
        });
        expect(draftsOf(events)).toEqual([WORDS]);
        const done = events.find((event) => event.type === "compacted");
        expect(done?.result.summaryUsage?.[0]?.outputTokens).toBeGreaterThan(5);
      }
      expect(server.refusals.filter((refusal) => !refusal.endsWith(": seed"))).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it("is given up when the reader of the command leaves, and nothing is changed", async () => {
    await withOpenAI(async (server, { client }) => {
      server.reply(WORDS);
      server.fault({ kind: "hang", afterEvents: 5 });
      const summarizer = modelSummarizer({ api: "responses", model: "gpt-5.2", output: "prose", ...client });
      const manager = new CompactManager<ResponsesItem>({ model: "gpt-5.2", summarizer });
      const command = createCompactCommand({ manager, sessionId: "s" });
      for await (const event of command.run(LIST, { variant: "manual" }))
        if (event.type === "summary_delta") break;
      expect((await manager.transcript("s", LIST)).compactions).toEqual([]);
      const steps = command.run(LIST, { variant: "manual" });
      expect((await steps.next()).value).toEqual({ type: "turn_started" });
      await steps.return(LIST);
      await manager.close();
    });
  });

  it("is refused with what to do where the client cannot ask", () => {
    expect(() => modelSummarizer({ api: "chat", model: "any", client: {} })).toThrow(
      /no chat\.completions\.create/,
    );
    expect(() => modelSummarizer({ api: "chat", model: "any" })).toThrow(/baseUrl .+ or pass a client/);
  });
});
