import Anthropic from "@anthropic-ai/sdk";
import { startScriptedAnthropic } from "plimsoll-testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { runGateway, testRoute } from "../../testing/running-gateway.js";

type Message = Anthropic.Beta.BetaMessageParam;

const TOOLS: Anthropic.Beta.BetaTool[] = [
  { name: "run", description: "Runs.", input_schema: { type: "object", properties: {} } },
];
const WINDOW = 40_000;

const OPUS = "claude-opus-4-7";

async function setUp(model: string, window = WINDOW) {
  const upstream = await startScriptedAnthropic({ contextWindow: window });
  onTestFinished(() => upstream.close());
  const gateway = await runGateway({
    routes: [
      testRoute({
        model,
        vendor: "anthropic",
        baseUrl: `${upstream.origin}/v1`,
        key: "k",
        window,
        outputReserve: window / 10,
      }),
    ],
  });
  const client = new Anthropic({
    baseURL: gateway.baseURL.replace(/\/v1$/u, ""),
    apiKey: "any",
    maxRetries: 0,
    logLevel: "off",
  });
  return { upstream, client, gateway };
}

const words = (step: number): string =>
  Array.from(
    { length: 900 },
    (_, index) => `step ${step}, line ${index}: the pump ran at ${(index * 7) % 97} percent`,
  ).join("\n");

describe.each([
  ["claude-haiku-4-5", { type: "enabled", budget_tokens: 1024 }],
  ["claude-opus-4-7", { type: "adaptive" }],
  ["claude-opus-5-5", undefined],
] as const)("the official client of Anthropic, on %s through the gateway", (model, thinking) => {
  it("works through many steps that exceed the window several times, and none is refused", async () => {
    const { upstream, client } = await setUp(model);
    const messages: Message[] = [{ role: "user", content: "Find out what is wrong with the pump." }];
    for (let step = 0; step < 14; step += 1) {
      upstream.reply([
        { type: "thinking", text: `Thought ${step}.` },
        `Step ${step}.`,
        { type: "call", name: "run", arguments: { step } },
        { type: "call", name: "run", arguments: { step, twice: true } },
      ]);
      const answer = await client.beta.messages
        .stream({
          model,
          max_tokens: 3000,
          messages,
          tools: TOOLS,
          betas: ["interleaved-thinking-2025-05-14"],
          ...(thinking ? { thinking } : {}),
        })
        .finalMessage();
      const uses = answer.content.filter((block) => block.type === "tool_use");
      expect(uses).toHaveLength(2);
      messages.push({ role: "assistant", content: answer.content as Anthropic.Beta.BetaContentBlockParam[] });
      messages.push({
        role: "user",
        content: uses.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: words(step) })),
      });
      if (step % 5 === 4) messages.push({ role: "user", content: `Go on after step ${step}.` });
    }
    expect(upstream.refusals).toEqual([]);
    expect(upstream.accepted).toHaveLength(14);
    const last = upstream.requests.at(-1);
    expect(JSON.stringify(last?.body)).toContain("Find out what is wrong with the pump.");
    expect(last?.headers["anthropic-beta"]).toContain("interleaved-thinking-2025-05-14");
  });
});

describe("the official client of Anthropic, through the gateway", () => {
  it("runs tools without a thread, of which the gateway would see only what is new", async () => {
    const { client, upstream } = await setUp(OPUS);
    for (let step = 0; step < 12; step += 1)
      upstream.reply([{ type: "call", name: "run", arguments: { step } }]);
    upstream.reply(["All steps are done."]);
    let step = 0;
    const run = () => words((step += 1));
    const runner = client.beta.messages.toolRunner({
      model: OPUS,
      max_tokens: 3000,
      messages: [{ role: "user", content: "Find out what is wrong with the pump." }],
      tools: TOOLS.map((tool) => ({ ...tool, type: "custom", run, parse: (input: unknown) => input })),
    });
    const { content } = await runner.runUntilDone();
    expect(JSON.stringify(content)).toContain("All steps are done.");
    expect(upstream.refusals).toEqual([]);
    expect(upstream.accepted).toHaveLength(13);
    for (const { body } of upstream.requests) {
      expect(body).not.toHaveProperty("thread");
      expect(JSON.stringify(body)).toContain("Find out what is wrong with the pump.");
    }
  });

  it("is answered by its own protocol, byte for byte, whole and streamed", async () => {
    const { client, upstream } = await setUp(OPUS);
    const request = {
      model: OPUS,
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
    const { client, gateway, upstream } = await setUp(OPUS, window);
    const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Never delete data/. Go." }];
    for (let step = 0; step < 25; step++) {
      const answer = await client.messages.create({
        model: OPUS,
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
