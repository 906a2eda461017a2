import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { post } from "../../testing/call.js";
import { runGateway, testRoute } from "../../testing/running-gateway.js";
import { scriptedChat } from "../../testing/scripted-chat.js";

const MESSAGES = [{ role: "user", content: "How deep may a ship be loaded in winter?" }];
const ZERO = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
/** The answer alone was not counted. */
const HALF = { prompt_tokens: 60, completion_tokens: 0, total_tokens: 60 };

async function setUp(usage: typeof ZERO | "none") {
  const upstream = await scriptedChat({ answer: () => ({ text: "To the line W.", usage }) });
  const gateway = await runGateway({
    routes: [testRoute({ model: "m", vendor: "generic", baseUrl: upstream.baseUrl })],
  });
  return async (fields: object) =>
    post(gateway.port, "/v1/chat/completions", { body: { model: "m", messages: MESSAGES, ...fields } });
}

describe("usage that an upstream of Chat did not count", () => {
  it.each([["0", ZERO] as const, ["half of it", HALF] as const, ["none", "none"] as const])(
    "is estimated: %s",
    async (_, usage) => {
      const ask = await setUp(usage);
      const whole = (await ask({})).json() as { usage: typeof ZERO };
      expect(whole.usage.prompt_tokens).toBeGreaterThan(5);
      expect(whole.usage.completion_tokens).toBeGreaterThan(0);
      const { text } = await ask({ stream: true, stream_options: { include_usage: true } });
      expect(Number(/"prompt_tokens":(\d+)/.exec(text)?.[1])).toBeGreaterThan(5);
      expect(Number(/"completion_tokens":(\d+)/.exec(text)?.[1])).toBeGreaterThan(0);
      expect(text.indexOf('"prompt_tokens"')).toBeLessThan(text.indexOf("[DONE]"));
    },
  );
});

/** A whole answer of an upstream that counts the prompt and not what it said. */
async function answered(vendor: string, answer: object) {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on("end", () => {
      outgoing.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return runGateway({ routes: [testRoute({ model: "m", vendor, baseUrl, key: "k" })] });
}

describe("output that an upstream did not count", () => {
  const usage = { input_tokens: 60, output_tokens: 0 };
  const text = "To the line W.";
  const counted = { usage: { input_tokens: 60, output_tokens: expect.toSatisfy((n: number) => n > 0) } };

  it("is estimated on Messages, and the estimate is told in the log", async () => {
    const message = { type: "message", role: "assistant", stop_reason: "end_turn" };
    const { port, records } = await answered("anthropic", {
      ...message,
      content: [{ type: "text", text }],
      usage,
    });
    const answer = await post(port, "/v1/messages", {
      body: { model: "m", max_tokens: 9, messages: MESSAGES },
    });
    expect(answer.json()).toMatchObject(counted);
    await expect.poll(() => records[0]?.notes.tokensEstimated).toBe(true);
  });

  it("is estimated on Responses", async () => {
    const content = [{ type: "output_text", text }];
    const { port } = await answered("openai", {
      id: "resp_1",
      object: "response",
      status: "completed",
      output: [{ id: "msg_1", type: "message", role: "assistant", content }],
      usage: { ...usage, total_tokens: 60 },
    });
    const answer = await post(port, "/v1/responses", { body: { model: "m", input: "How deep?" } });
    expect(answer.json()).toMatchObject(counted);
  });
});
