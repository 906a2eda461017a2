import Anthropic from "@anthropic-ai/sdk";
import { startScriptedAnthropic } from "plimsoll-testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { runGateway, testRoute } from "../../testing/running-gateway.js";

type Message = Anthropic.Beta.BetaMessageParam;

const TOOLS: Anthropic.Beta.BetaTool[] = [
  { name: "run", description: "Runs.", input_schema: { type: "object", properties: {} } },
];
const WINDOW = 40_000;

async function setUp(model: string) {
  const upstream = await startScriptedAnthropic({ contextWindow: WINDOW });
  onTestFinished(() => upstream.close());
  const gateway = await runGateway({
    routes: [
      testRoute({
        model,
        vendor: "anthropic",
        baseUrl: `${upstream.origin}/v1`,
        key: "k",
        window: WINDOW,
        outputReserve: 4000,
      }),
    ],
  });
  const client = new Anthropic({
    baseURL: gateway.baseURL.replace(/\/v1$/u, ""),
    apiKey: "any",
    maxRetries: 0,
    logLevel: "off",
  });
  return { upstream, client };
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
