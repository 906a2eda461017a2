import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { describe, expect, it, onTestFinished } from "vitest";
import { runGateway, testRoute } from "../testing/running-gateway.js";

/** An upstream that answers everything in one piece, and a client of the gateway before it. */
async function setUp(vendor: string, answer: unknown, type = "application/json; charset=utf-8") {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().on("end", () => {
      const text = typeof answer === "string" ? answer : JSON.stringify(answer);
      outgoing.setHeader("content-type", type).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const { baseURL } = await runGateway({ routes: [testRoute({ model: "m", vendor, baseUrl, key: "k" })] });
  const client = new OpenAI({ baseURL, apiKey: "any", maxRetries: 0 });
  return () => client.responses.create({ model: "m", input: "Go.", store: false });
}

const CALL = { id: "c1", type: "function", function: { name: "run", arguments: '{"a":1}' } };
const CHAT = {
  id: "x",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "Good.", tool_calls: [CALL] },
      finish_reason: "tool_calls",
    },
  ],
  usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
};
const ANTHROPIC = {
  id: "msg",
  type: "message",
  role: "assistant",
  model: "m",
  content: [
    { type: "thinking", thinking: "Hm.", signature: "s" },
    { type: "text", text: "Good." },
    { type: "tool_use", id: "c1", name: "run", input: { a: 1 } },
  ],
  stop_reason: "tool_use",
  usage: { input_tokens: 7, output_tokens: 3 },
};
const GEMINI = {
  candidates: [
    {
      content: {
        role: "model",
        parts: [{ text: "Good." }, { functionCall: { name: "run", args: { a: 1 } } }],
      },
      finishReason: "STOP",
    },
  ],
  usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3, totalTokenCount: 10 },
};

describe("an upstream that takes no notice of `stream`", () => {
  it.each([
    ["generic", CHAT],
    ["anthropic", ANTHROPIC],
    ["gemini", GEMINI],
    ["gemini", [GEMINI]],
  ])("is understood: %s", async (vendor, answer) => {
    const response = await (await setUp(vendor, answer))();
    expect(response.status).toBe("completed");
    expect(response.output_text).toBe("Good.");
    const call = response.output.find((item) => item.type === "function_call");
    expect(call).toMatchObject({ name: "run", arguments: '{"a":1}' });
    expect(response.usage).toMatchObject({ input_tokens: 7, output_tokens: 3 });
  });

  it("is quoted where it gives an error, and named where it gives a page", async () => {
    const refused = await setUp("generic", {
      error: { message: "Too many of you.", code: "rate_limit_exceeded" },
    });
    await expect(refused()).rejects.toThrow(/Too many of you\./u);
    const lost = await setUp("generic", "<html>Welcome</html>", "text/html");
    await expect(lost()).rejects.toThrow(/answered with text\/html that is no answer. Check base_url/u);
    const empty = await setUp("generic", { object: "list", data: [] });
    await expect(empty()).rejects.toThrow(/application\/json that is no answer/u);
  });
});
