import { Agent, type AgentInputItem, OpenAIProvider, Runner } from "@openai/agents";
import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { characterEstimator } from "../../testing/character-estimator.js";
import { withCompaction } from "./agents-compaction.js";
import { type Answer, startResponsesServer } from "./responses-server-test-support.js";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const history: AgentInputItem[] = Array.from({ length: 30 }, (_, index): AgentInputItem[] => [
  { role: "user", content: `Question ${index}: ${"what is in this bay? ".repeat(8)}` },
  {
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: `Answer ${index}: ${"nothing at all. ".repeat(8)}` }],
  },
]).flat();

async function setUp(script: Answer[]) {
  const server = await startResponsesServer(script);
  stops.push(server.close);
  const openAIClient = new OpenAI({ apiKey: "none", baseURL: server.url, maxRetries: 0 });
  const provider = withCompaction(new OpenAIProvider({ openAIClient: openAIClient as never }), {
    maxContextTokens: 4000,
    estimator: characterEstimator,
    policy: { hardCapBuffer: 200 },
    prepareAtPct: 0,
  });
  const runner = new Runner({ modelProvider: provider, tracingDisabled: true });
  const agent = new Agent({ name: "a", model: "gpt-5", instructions: "Be brief." });
  const input: AgentInputItem[] = [...history, { role: "user", content: "And now?" }];
  return { server, runner, agent, input };
}

async function stream(script: Answer[]) {
  const { server, runner, agent, input } = await setUp(script);
  const result = await runner.run(agent, input, { stream: true });
  let text = "";
  for await (const event of result.toStream()) {
    if (event.type === "raw_model_stream_event" && event.data.type === "output_text_delta")
      text += event.data.delta;
  }
  await result.completed;
  return { text, received: server.received };
}

async function respond(script: Answer[]) {
  const { server, runner, agent, input } = await setUp(script);
  const { finalOutput } = await runner.run(agent, input);
  return { text: finalOutput, received: server.received };
}

const SHAPES: Answer[] = ["http", "error_event", "failed"];

describe("an overflow on the wire, with the real client", () => {
  it.each(SHAPES)("is recovered from in a stream before output was shown: %s", async (shape) => {
    const { text, received } = await stream([shape]);
    expect(text).toBe("All is well.");
    expect(received).toHaveLength(2);
    expect(received[1]?.bytes).toBeLessThan(received[0]?.bytes ?? 0);
    expect(received[1]?.input.at(-1)).toEqual(received[0]?.input.at(-1));
  });

  it("is recovered from without a stream: an HTTP error", async () => {
    const { text, received } = await respond(["http"]);
    expect(text).toBe("All is well.");
    expect(received.map(({ stream }) => stream)).toEqual([false, false]);
    expect(received[1]?.bytes).toBeLessThan(received[0]?.bytes ?? 0);
  });

  it("is recovered from without a stream: a failed response, whose reason is asked for by a stream", async () => {
    const { text, received } = await respond(["failed", "failed"]);
    expect(text).toBe("All is well.");
    expect(received.map(({ stream }) => stream)).toEqual([false, true, false]);
    expect(received[2]?.bytes).toBeLessThan((received[1]?.bytes ?? 0) * 0.9);
  });

  it("takes the answer of that stream, where there is one", async () => {
    const { text, received } = await respond(["failed"]);
    expect(text).toBe("All is well.");
    expect(received.map(({ stream }) => stream)).toEqual([false, true]);
  });

  it("passes other failures on as they are, also of a small request, which is not asked for again", async () => {
    await expect(respond(["other_failure", "other_failure"])).rejects.toThrow("unsuccessful terminal state");
    await expect(stream(["other_failure"])).rejects.toThrow("unsuccessful terminal state");
    const { server, runner, agent } = await setUp(["failed"]);
    await expect(runner.run(agent, "Hello.")).rejects.toThrow("unsuccessful terminal state");
    expect(server.received).toHaveLength(1);
  });

  it("is the caller's where two smaller requests are refused too", async () => {
    await expect(respond(["http", "http", "http"])).rejects.toMatchObject({
      code: "context_length_exceeded",
    });
  });
});
