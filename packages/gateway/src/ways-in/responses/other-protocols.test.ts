import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { type ScriptedUpstream, startScriptedAnthropic, startScriptedGemini } from "plimsoll-testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { runGateway, testRoute } from "../../testing/running-gateway.js";

const TOOLS = [
  {
    type: "function" as const,
    name: "run",
    description: "Runs.",
    parameters: { type: "object" },
    strict: false,
  },
  { type: "custom" as const, name: "apply_patch", description: "Edits files." },
];

interface Protocol {
  readonly vendor: string;
  readonly model: string;
  readonly path: string;
  start(window: number): Promise<ScriptedUpstream>;
}

const PROTOCOLS: readonly Protocol[] = [
  {
    vendor: "anthropic",
    model: "claude-opus-4-7",
    path: "/v1",
    start: (window) => startScriptedAnthropic({ contextWindow: window }),
  },
  {
    vendor: "gemini",
    model: "gemini-3-pro",
    path: "/v1beta",
    start: (window) => startScriptedGemini({ contextWindow: window }),
  },
];

async function setUp({ start, vendor, model, path }: Protocol, window = 200_000, known = window) {
  const upstream = await start(window);
  onTestFinished(() => upstream.close());
  const gateway = await runGateway({
    routes: [
      testRoute({
        model,
        vendor,
        baseUrl: `${upstream.origin}${path}`,
        key: "k",
        window: known,
        outputReserve: 2_000,
      }),
    ],
  });
  const client = new OpenAI({ baseURL: gateway.baseURL, apiKey: "any", maxRetries: 0 });
  return { upstream, gateway, client };
}

type Items = OpenAI.Responses.ResponseInputItem[];

describe.each(PROTOCOLS)("the official client of OpenAI on $vendor", (protocol) => {
  const { model } = protocol;

  it("works over several turns with parallel calls, a freeform tool and reasoning that goes back", async () => {
    const { client, upstream } = await setUp(protocol);
    upstream.reply(
      [
        { type: "thinking", text: "Two looks." },
        "I look twice.",
        { type: "call", name: "run", arguments: { cmd: "ls" }, id: "one" },
        { type: "call", name: "run", arguments: { cmd: "pwd" }, id: "two" },
      ],
      [
        { type: "thinking", text: "Now edit." },
        { type: "call", name: "apply_patch", arguments: { input: "*** Begin Patch" } },
      ],
      ["Done."],
    );
    const input: Items = [{ role: "user", content: "Fix it." }];
    for (let turn = 0; turn < 3; turn++) {
      const stream = client.responses.stream({
        model,
        input,
        tools: TOOLS,
        store: false,
        reasoning: { effort: "medium" },
        include: ["reasoning.encrypted_content"],
      });
      const { output } = await stream.finalResponse();
      input.push(...(output as Items));
      for (const item of output) {
        if (item.type === "function_call")
          input.push({
            type: "function_call_output",
            call_id: item.call_id,
            output: `${item.arguments} is done`,
          });
        if (item.type === "custom_tool_call") {
          expect(item).toMatchObject({ name: "apply_patch", input: "*** Begin Patch" });
          input.push({ type: "custom_tool_call_output", call_id: item.call_id, output: "ok" });
        }
      }
    }
    expect(upstream.refusals).toEqual([]);
    expect(upstream.accepted).toHaveLength(3);
    expect(input.at(-1)).toMatchObject({ type: "message", content: [{ text: "Done." }] });
    expect(JSON.stringify(input).includes("Two looks.")).toBe(true);
  });

  it("sends no request over the window, with a result of several windows and many steps", async () => {
    const { client, upstream } = await setUp(protocol, 20_000);
    const log = Array.from({ length: 12_000 }, (_, line) => `${line} GET /page/${line} 200`).join("\n");
    const input: Items = [
      { role: "user", content: "Never delete data/. Read the log." },
      { type: "function_call", call_id: "big", name: "run", arguments: "{}" },
      { type: "function_call_output", call_id: "big", output: log },
    ];
    for (let step = 0; step < 25; step++) {
      const response = await client.responses.create({ model, input, tools: TOOLS, store: false });
      expect(response.status).toBe("completed");
      input.push(
        { type: "function_call", call_id: `c${step}`, name: "run", arguments: JSON.stringify({ step }) },
        {
          type: "function_call_output",
          call_id: `c${step}`,
          output: `Step ${step}. ${"It went as it should. ".repeat(200)}`,
        },
      );
    }
    expect(upstream.refusals).toEqual([]);
    expect(JSON.stringify(upstream.accepted.at(-1)?.body).includes("Never delete data/")).toBe(true);
  });

  it("compacts and asks again where the window is smaller than anybody knew", async () => {
    const { client, upstream } = await setUp(protocol, 9_000, 200_000);
    const input: Items = [{ role: "user", content: "Read on." }];
    for (let step = 0; step < 12; step++)
      input.push(
        { type: "function_call", call_id: `c${step}`, name: "run", arguments: "{}" },
        { type: "function_call_output", call_id: `c${step}`, output: "It went as it should. ".repeat(250) },
      );
    const response = await client.responses.create({ model, input, tools: TOOLS, store: false });
    expect(response.status).toBe("completed");
    expect(upstream.refusals.length).toBeGreaterThan(0);
  });

  it.each([400, 401, 404, 429, 500, 529])(
    "tells of a refusal with %d, and of nothing secret in it",
    async (status) => {
      const { client, upstream } = await setUp(protocol);
      upstream.fault({
        kind: "status",
        status,
        message: "No, sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789AB",
      });
      const error = await client.responses.create({ model, input: "Hello" }).catch((one: unknown) => one);
      expect(error).toBeInstanceOf(OpenAI.APIError);
      expect(String(error)).not.toContain("abcdefghijklmnop");
    },
  );

  it.each([
    { kind: "cut" as const },
    { kind: "reset" as const },
    { kind: "error_event" as const, status: 529 },
  ])("never takes $kind for an answer", async (fault) => {
    const { client, upstream } = await setUp(protocol);
    upstream.reply(["A long answer that goes on and on for a while."]);
    // A connection that was closed before anything was answered is tried again.
    upstream.fault(fault, 3);
    const answer = await client.responses.create({ model, input: "Hello" }).catch((error: unknown) => error);
    if (answer instanceof OpenAI.APIError) expect(answer.status).toBeGreaterThanOrEqual(500);
    else expect(answer).toMatchObject({ status: "failed" });
  });
});

describe("the official client of Anthropic, through the gateway", () => {
  it("is answered by its own protocol, byte for byte, whole and streamed", async () => {
    const { gateway, upstream } = await setUp(PROTOCOLS[0] as Protocol);
    const client = new Anthropic({
      baseURL: gateway.baseURL.replace(/\/v1$/, ""),
      apiKey: "any",
      maxRetries: 0,
    });
    const request = {
      model: "claude-opus-4-7",
      max_tokens: 500,
      messages: [{ role: "user" as const, content: "Hello" }],
    };
    upstream.reply(["Good day."], ["Good night."]);
    const whole = await client.messages.create(request);
    expect(whole.content).toMatchObject([{ type: "text", text: "Good day." }]);
    const streamed = await client.messages.stream(request).finalMessage();
    expect(streamed.content).toMatchObject([{ type: "text", text: "Good night." }]);
    const count = await client.messages.countTokens({ model: request.model, messages: request.messages });
    expect(count.input_tokens).toBeGreaterThan(0);
    expect(upstream.refusals).toEqual([]);
  });

  it("stays below the window, and is told the usage of what was sent", async () => {
    const window = 20_000;
    const { gateway, upstream } = await setUp(PROTOCOLS[0] as Protocol, window);
    const client = new Anthropic({
      baseURL: gateway.baseURL.replace(/\/v1$/, ""),
      apiKey: "any",
      maxRetries: 0,
    });
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Never delete data/. Go." }];
    for (let step = 0; step < 25; step++) {
      const answer = await client.messages.create({
        model: "claude-opus-4-7",
        max_tokens: 500,
        messages,
        tools: [{ name: "run", input_schema: { type: "object" } }],
      });
      expect(answer.usage.input_tokens + (answer.usage.cache_read_input_tokens ?? 0)).toBeLessThan(window);
      messages.push(
        { role: "assistant", content: [{ type: "tool_use", id: `t${step}`, name: "run", input: { step } }] },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: `t${step}`,
              content: `Step ${step}. ${"It went as it should. ".repeat(200)}`,
            },
          ],
        },
      );
    }
    expect(upstream.refusals).toEqual([]);
    expect(gateway.records.some(({ notes }) => notes.compaction === "compacted")).toBe(true);
  });
});
