import OpenAI from "openai";
import { describe, expect, it, onTestFinished } from "vitest";
import { startDemoUpstream } from "./demo-upstream.js";

const TOOL = {
  type: "function" as const,
  function: {
    name: "list_files",
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, deep: { type: "boolean" } },
      required: ["path"],
    },
  },
};

async function client(): Promise<OpenAI> {
  const { baseUrl, close } = await startDemoUpstream();
  onTestFinished(close);
  return new OpenAI({ baseURL: baseUrl, apiKey: "none", maxRetries: 0 });
}

describe("the built-in model", () => {
  it("answers, calls a tool once, and says what it saw", async () => {
    const openai = await client();
    const first = await openai.chat.completions.create({
      model: "demo",
      messages: [{ role: "user", content: "What is here?" }],
      tools: [TOOL],
    });
    const [choice] = first.choices;
    expect(choice?.finish_reason).toBe("tool_calls");
    expect(choice?.message.tool_calls).toMatchObject([
      { function: { name: "list_files", arguments: '{"path":"demo"}' } },
    ]);
    expect(first.usage?.prompt_tokens).toBeGreaterThan(0);
    const second = await openai.chat.completions.create({
      model: "demo",
      messages: [
        { role: "user", content: "What is here?" },
        choice!.message,
        { role: "tool", tool_call_id: choice!.message.tool_calls![0]!.id, content: "a.txt" },
      ],
      tools: [TOOL],
    });
    expect(second.choices[0]).toMatchObject({
      finish_reason: "stop",
      message: { content: expect.stringContaining('The tool says: "a.txt"') },
    });
  });

  it("streams the same answer", async () => {
    const openai = await client();
    const body = { model: "demo", messages: [{ role: "user" as const, content: "Hi" }], tools: [TOOL] };
    const whole = await openai.chat.completions.create(body);
    const streamed = await openai.chat.completions
      .stream({ ...body, stream_options: { include_usage: true } })
      .finalChatCompletion();
    expect(streamed.choices[0]?.message.content).toBe(whole.choices[0]?.message.content);
    expect(streamed.usage).toEqual(whole.usage);
  });

  it("refuses what exceeds its window as others do", async () => {
    const openai = await client();
    const content = "number ".repeat(20_000);
    await expect(
      openai.chat.completions.create({ model: "demo", messages: [{ role: "user", content }] }),
    ).rejects.toMatchObject({ status: 400, code: "context_length_exceeded" });
  });
});
