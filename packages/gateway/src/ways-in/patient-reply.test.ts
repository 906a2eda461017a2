import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { heuristicEstimator } from "plimsoll";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventText } from "../exchange/event-text.js";
import { PROTOCOLS } from "../protocols/protocols.js";
import { runGateway, testRoute } from "../testing/running-gateway.js";

const SUMMARY = "The pump was looked at step by step; the valve still leaks.";
const CHAT = {
  id: "x",
  choices: [{ index: 0, message: { role: "assistant", content: "Good." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
};
const RESPONSE = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  status: "completed",
  model: "m",
  tools: [],
  output: [
    {
      id: "msg_1",
      type: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "Good.", annotations: [], logprobs: [] }],
    },
  ],
  usage: { input_tokens: 7, output_tokens: 3, total_tokens: 10 },
};
const STREAMS = {
  "/v1/chat/completions": PROTOCOLS.chat.wholeEvents?.(CHAT) ?? [],
  "/v1/responses": PROTOCOLS.responses.wholeEvents?.(RESPONSE) ?? [],
};
const said = Array.from({ length: 14 }, (_, step) => [
  { role: "user" as const, content: `Step ${step}. ${"Word after word. ".repeat(200)}` },
  { role: "assistant" as const, content: `Done with ${step}.` },
]).flat();
const conversation = [...said, { role: "user" as const, content: "Go on." }];

interface Asked {
  readonly refusal?: string;
  readonly policy?: "auto" | "on_overflow";
}

/** A gateway whose model for summaries answers once the client has heard something, and a client. */
async function setUp(vendor: string, { refusal, policy = "auto" }: Asked = {}) {
  let heard = (): void => undefined;
  const isHeard = new Promise<void>((resolve) => {
    heard = resolve;
  });
  let summaries = 0;
  const answer = (text: string, path: string, outgoing: ServerResponse): void => {
    if (policy === "on_overflow" && text.length > 30_000) {
      const error = { message: "maximum context length is 8000 tokens", code: "context_length_exceeded" };
      outgoing.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error }));
    } else if (refusal === "") {
      outgoing.destroy();
    } else if (refusal !== undefined) {
      const error = { message: refusal, type: "invalid_request_error", code: null };
      outgoing.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error }));
    } else {
      outgoing.setHeader("content-type", "text/event-stream");
      outgoing.end(STREAMS[path as keyof typeof STREAMS].map(eventText).join(""));
    }
  };
  const server = createServer(async (incoming: IncomingMessage, outgoing) => {
    const text = Buffer.concat(await incoming.toArray()).toString("utf8");
    if (!text.includes('"writer"')) return answer(text, incoming.url ?? "", outgoing);
    summaries++;
    await isHeard;
    const message = { role: "assistant", content: SUMMARY };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    outgoing.setHeader("content-type", "application/json").end(JSON.stringify({ ...CHAT, choices }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const common = { baseUrl, key: "k", window: 12_000, outputReserve: 2_000 };
  const writer = testRoute({ ...common, model: "writer", vendor: "generic" });
  const gateway = await runGateway({
    routes: [testRoute({ ...common, model: "m", vendor, policy, summarizer: writer }), writer],
    compaction: { estimator: heuristicEstimator },
    keepAliveMs: 5,
  });
  const client = new OpenAI({
    baseURL: gateway.baseURL,
    apiKey: "any",
    maxRetries: 0,
    fetch: async (...asked) => {
      const answered = await fetch(...asked);
      heard();
      return answered;
    },
  });
  return { client, gateway, summaries: () => summaries };
}

describe.each(["auto", "on_overflow"] as const)(
  "a streaming client, while a model writes a summary: %s",
  (policy) => {
    it("hears on Chat that the work goes on, and is told what goes wrong then", async () => {
      const { client, gateway, summaries } = await setUp("generic", { policy });
      const asked = { model: "m", messages: conversation };
      const { choices } = await client.chat.completions.stream(asked).finalChatCompletion();
      expect([choices[0]?.message.content, summaries()]).toEqual(["Good.", expect.toSatisfy((n) => n > 0)]);
      expect(gateway.records[0]?.notes.compaction).toBeDefined();
      const refused = await setUp("generic", { policy, refusal: "Something in it is not right." });
      const failing = refused.client.chat.completions.stream(asked).finalChatCompletion();
      await expect(failing).rejects.toThrow(/not right/u);
      const broken = await setUp("generic", { policy, refusal: "" });
      const cut = broken.client.chat.completions.stream(asked).finalChatCompletion();
      await expect(cut).rejects.toThrow(/upstream/u);
      await expect.poll(() => broken.gateway.records.at(-1)?.notes.error).toBe("server_error");
    });

    it("hears on Responses that the work goes on, and is told what goes wrong then", async () => {
      const { client, summaries } = await setUp("openai", { policy });
      const asked = { model: "m", input: conversation, store: false };
      const { output_text } = await client.responses.stream(asked).finalResponse();
      expect([output_text, summaries()]).toEqual(["Good.", expect.toSatisfy((n) => n > 0)]);
      const refused = await setUp("openai", { policy, refusal: "Something in it is not right." });
      const events: OpenAI.Responses.ResponseStreamEvent[] = [];
      for await (const event of await refused.client.responses.create({ ...asked, stream: true }))
        events.push(event);
      expect(events.map(({ type }) => type)).toEqual([
        "response.created",
        "response.in_progress",
        "response.failed",
      ]);
      expect(events.at(-1)).toMatchObject({ response: { error: { message: /not right/u } } });
    });
  },
);
