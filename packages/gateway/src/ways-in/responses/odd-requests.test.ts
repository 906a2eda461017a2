import {
  startScriptedAnthropic,
  startScriptedChat,
  startScriptedGemini,
  startScriptedOpenAI,
} from "plimsoll-testkit";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { post } from "../../testing/call.js";
import { runGateway, testRoute } from "../../testing/running-gateway.js";

const UPSTREAMS = {
  openai: { start: startScriptedOpenAI, base: "/v1", model: "gpt-5.4" },
  generic: { start: startScriptedChat, base: "/v1", model: "some-model" },
  anthropic: { start: startScriptedAnthropic, base: "/v1", model: "claude-opus-4-7" },
  gemini: { start: startScriptedGemini, base: "/v1beta", model: "gemini-3-flash-preview" },
} as const;

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const RUN = { type: "function", name: "run", parameters: { type: "object", properties: {} } };
const user = (content: unknown) => ({ role: "user", content });
const call = (id: string, name = "run") => ({ type: "function_call", call_id: id, name, arguments: "{}" });
const output = (id: string, value: unknown) => ({ type: "function_call_output", call_id: id, output: value });

/** Legal requests that few clients send. */
const REQUESTS: Readonly<Record<string, object>> = {
  "a text as input": { input: "Hello." },
  "no tools in a list": { input: "Hello.", tools: [] },
  "a tool choice of its own": { input: "Go.", tools: [RUN], tool_choice: { type: "function", name: "run" } },
  "tools that may not be used": { input: "Go.", tools: [RUN], tool_choice: "none" },
  "allowed tools": {
    input: "Go.",
    tools: [RUN, { ...RUN, name: "other" }],
    tool_choice: { type: "allowed_tools", mode: "auto", tools: [{ type: "function", name: "run" }] },
  },
  "a tool without parameters": { input: "Go.", tools: [{ type: "function", name: "run" }] },
  "a tool with null for what it has not": {
    input: "Go.",
    tools: [{ type: "function", name: "run", description: null, parameters: null, strict: null }],
  },
  "unknown fields": { input: "Hello.", some_new_field: { a: 1 }, safety_identifier: "u", verbosity: "x" },
  "settings that are null": {
    input: "Hello.",
    temperature: null,
    top_p: null,
    max_output_tokens: null,
    tools: null,
    tool_choice: null,
    reasoning: null,
    text: null,
    metadata: null,
    instructions: null,
    previous_response_id: null,
    truncation: null,
    stream: null,
  },
  "a tier of service": { input: "Hello.", service_tier: "flex", prompt_cache_key: "k", user: "u" },
  "more output than the window has": { input: "Hello.", max_output_tokens: 10_000_000 },
  "no effort at all": { input: "Hello.", reasoning: { effort: "none" } },
  "the least effort": { input: "Hello.", reasoning: { effort: "minimal", summary: "auto" } },
  "the most effort": { input: "Hello.", reasoning: { effort: "xhigh" } },
  "an effort with a small answer": { input: "Hello.", reasoning: { effort: "high" }, max_output_tokens: 64 },
  "instructions in several parts": {
    input: [
      {
        role: "system",
        content: [
          { type: "input_text", text: "One." },
          { type: "input_text", text: "Two." },
        ],
      },
      { role: "developer", content: "Three." },
      user("Hello."),
      { role: "developer", content: "Four." },
    ],
    instructions: "Zero.",
  },
  "a list of the developer alone": { input: [{ role: "developer", content: "Say hello." }] },
  "a result with an image": {
    input: [
      user("Look."),
      call("a"),
      output("a", [
        { type: "input_text", text: "The screen:" },
        { type: "input_image", image_url: PIXEL },
      ]),
    ],
    tools: [RUN],
  },
  "a result without a word": { input: [user("Go."), call("a"), output("a", "")], tools: [RUN] },
  "calls without their tools": { input: [user("Go."), call("a"), output("a", "done"), user("On.")] },
  "calls of a tool that is gone": {
    input: [user("Go."), call("a", "gone"), output("a", "done"), user("On.")],
    tools: [RUN],
  },
  "a refusal in the history": {
    input: [
      user("Go."),
      { type: "message", role: "assistant", content: [{ type: "refusal", refusal: "I will not." }] },
      user("Why?"),
    ],
  },
  "an item that nobody knows": {
    input: [user("Go."), { type: "some_new_item", id: "x_1", value: "kept" }, user("On.")],
  },
  "an image and a file": {
    input: [
      user([
        { type: "input_text", text: "Look." },
        { type: "input_image", image_url: PIXEL, detail: "high" },
        { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0xLjQK" },
      ]),
    ],
  },
  "messages without words": { input: [user(""), { role: "assistant", content: "" }, user("Hello.")] },
  "an assistant that begins": { input: [{ role: "assistant", content: "Welcome." }, user("Hello.")] },
  "two answers in a row": {
    input: [
      user("Hello."),
      { role: "assistant", content: "One." },
      { role: "assistant", content: "Two." },
      user("On."),
    ],
  },
  "an answer that is to be an object": { input: "As JSON.", text: { format: { type: "json_object" } } },
  "an answer after a schema": {
    input: "As JSON.",
    text: {
      format: {
        type: "json_schema",
        name: "answer",
        strict: true,
        schema: {
          type: "object",
          properties: { a: { type: ["string", "null"] }, b: { $ref: "#/$defs/b" } },
          required: ["a", "b"],
          additionalProperties: false,
          $defs: { b: { type: "integer", minimum: 1 } },
        },
      },
    },
  },
  "tools of the server": {
    input: "Go.",
    tools: [RUN, { type: "web_search" }, { type: "code_interpreter", container: { type: "auto" } }],
  },
  "log probabilities": {
    input: "Hello.",
    top_logprobs: 3,
    include: ["message.output_text.logprobs", "reasoning.encrypted_content"],
  },
  "options of the stream": { input: "Hello.", stream: true, stream_options: { include_obfuscation: false } },
};

/** OpenAI itself refuses these. */
const REFUSED_BY_OPENAI: ReadonlySet<string> = new Set(["an item that nobody knows"]);

describe("an odd request of the Responses API", () => {
  it.each(Object.keys(UPSTREAMS) as (keyof typeof UPSTREAMS)[])("is answered on %s", async (vendor) => {
    const { start, base, model } = UPSTREAMS[vendor];
    const upstream = await start({ contextWindow: 1_000_000, apiKey: "right" });
    onTestFinished(() => upstream.close());
    const baseUrl = `${upstream.origin}${base}`;
    const { baseURL } = await runGateway({
      routes: [testRoute({ vendor, model, baseUrl, key: "right", window: 200_000 })],
    });
    const failed: unknown[] = [];
    for (const [name, request] of Object.entries(REQUESTS)) {
      if (vendor === "openai" && REFUSED_BY_OPENAI.has(name)) continue;
      const answer = await fetch(`${baseURL}/responses`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model, store: false, ...request }),
      });
      const text = await answer.text();
      if (answer.status !== 200 || !/"status":\s?"completed"/u.test(text)) failed.push([name, text]);
    }
    expect(failed).toEqual([]);
    if ("refusals" in upstream) expect(upstream.refusals).toEqual([]);
  });

  it.each(Object.keys(UPSTREAMS) as (keyof typeof UPSTREAMS)[])(
    "shows the model on %s an output whose call the client has cut away",
    async (vendor) => {
      const { start, base, model } = UPSTREAMS[vendor];
      const upstream = await start({ contextWindow: 1_000_000 });
      onTestFinished(() => upstream.close());
      const baseUrl = `${upstream.origin}${base}`;
      const { port } = await runGateway({ routes: [testRoute({ vendor, model, baseUrl, key: "right" })] });
      const input = [output("gone", "OUTCOME-1"), user("Go on."), call("c"), output("c", "OUTCOME-2")];
      const answer = await post(port, "/v1/responses", {
        body: { model, store: false, tools: [RUN], input },
      });
      expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("completed")]);
      const sent = JSON.stringify(upstream.requests.at(-1));
      expect([sent.includes("OUTCOME-1"), sent.includes("OUTCOME-2")]).toEqual([true, true]);
    },
  );
});

it.each(["openai", "generic", "anthropic", "gemini"])(
  "keeps the limits of 64 bits in the schema of a tool on %s",
  async (vendor) => {
    const received: string[] = [];
    const server = createServer(async (incoming, outgoing) => {
      received.push(Buffer.concat(await incoming.toArray()).toString("utf8"));
      outgoing.writeHead(400).end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const route = testRoute({ model: "m", upstreamModel: "another", vendor, baseUrl, key: "k" });
    const { baseURL } = await runGateway({ routes: [route] });
    const parameters = { type: "object", properties: { n: { type: "integer", maximum: "LIMIT" } } };
    const tools = [{ type: "function", name: "run", parameters }];
    await fetch(`${baseURL}/responses`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "m", input: "Go.", tools }).replace('"LIMIT"', "9223372036854775807"),
    });
    expect(received).toEqual([expect.stringMatching(/"maximum":9223372036854775807\b/u)]);
  },
);
