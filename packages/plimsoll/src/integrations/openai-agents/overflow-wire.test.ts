import {
  Agent,
  type AgentInputItem,
  MemorySession,
  OpenAIProvider,
  OpenAIResponsesCompactionSession,
  Runner,
} from "@openai/agents";
import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { characterEstimator } from "../../testing/character-estimator.js";
import {
  type OpenAIFault,
  type OverflowShape,
  type ScriptedOpenAI,
  startScriptedOpenAI,
} from "plimsoll-testkit";
import { withCompaction } from "./agents-compaction.js";

const servers: ScriptedOpenAI[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
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

async function setUp(faults: OpenAIFault[]) {
  const server = await startScriptedOpenAI({ respond: () => "All is well." });
  servers.push(server);
  for (const fault of faults) server.fault({ ...fault, route: "responses" });
  const client = new OpenAI({ apiKey: "any", baseURL: server.url, maxRetries: 0 });
  const provider = withCompaction(new OpenAIProvider({ openAIClient: client as never }), {
    maxContextTokens: 4000,
    estimator: characterEstimator,
    policy: { hardCapBuffer: 200 },
    prepareAtPct: 0,
  });
  const runner = new Runner({ modelProvider: provider, tracingDisabled: true });
  const agent = new Agent({ name: "a", model: "gpt-5", instructions: "Be brief." });
  const input: AgentInputItem[] = [...history, { role: "user", content: "And now?" }];
  return { server, client, runner, agent, input };
}

const bodyOf = ({ body }: { readonly body: unknown }) =>
  body as { readonly stream?: boolean; readonly input: readonly unknown[] };

/** The requests of a server: whether each asked for a stream, how large it was, and how it ended. */
const seen = (server: ScriptedOpenAI) =>
  server.requests.map((request) => ({
    stream: bodyOf(request).stream === true,
    bytes: request.bytes,
    last: JSON.stringify(bodyOf(request).input.at(-1)),
  }));

async function stream(faults: OpenAIFault[]) {
  const { server, runner, agent, input } = await setUp(faults);
  const result = await runner.run(agent, input, { stream: true });
  let text = "";
  for await (const event of result.toStream()) {
    if (event.type === "raw_model_stream_event" && event.data.type === "output_text_delta")
      text += event.data.delta;
  }
  await result.completed;
  return { text, requests: seen(server) };
}

async function respond(faults: OpenAIFault[]) {
  const { server, runner, agent, input } = await setUp(faults);
  const { finalOutput } = await runner.run(agent, input);
  return { text: finalOutput, requests: seen(server) };
}

const refused = (shape: OverflowShape): OpenAIFault => ({ kind: "context_length_exceeded", shape });
const OTHER: OpenAIFault = { kind: "failed", code: "server_error", message: "The server had an error." };
const SHAPES: OverflowShape[] = ["http", "error_event", "failed"];

describe("an overflow on the wire, with the real client", () => {
  it.each(SHAPES)("is recovered from in a stream before output was shown: %s", async (shape) => {
    const { text, requests } = await stream([refused(shape)]);
    expect(text).toBe("All is well.");
    expect(requests).toHaveLength(2);
    expect(requests[1]?.bytes).toBeLessThan(requests[0]?.bytes ?? 0);
    expect(requests[1]?.last).toBe(requests[0]?.last);
  });

  it("is recovered from without a stream: an HTTP error", async () => {
    const { text, requests } = await respond([refused("http")]);
    expect(text).toBe("All is well.");
    expect(requests.map(({ stream }) => stream)).toEqual([false, false]);
    expect(requests[1]?.bytes).toBeLessThan(requests[0]?.bytes ?? 0);
  });

  it("is recovered from without a stream: a failed response, whose reason is asked for by a stream", async () => {
    const { text, requests } = await respond([refused("failed"), refused("failed")]);
    expect(text).toBe("All is well.");
    expect(requests.map(({ stream }) => stream)).toEqual([false, true, false]);
    expect(requests[2]?.bytes).toBeLessThan((requests[1]?.bytes ?? 0) * 0.9);
  });

  it("takes the answer of that stream, where there is one", async () => {
    const { text, requests } = await respond([refused("failed")]);
    expect(text).toBe("All is well.");
    expect(requests.map(({ stream }) => stream)).toEqual([false, true]);
  });

  it("passes other failures on as they are, also of a small request, which is not asked for again", async () => {
    await expect(respond([OTHER, OTHER])).rejects.toThrow("unsuccessful terminal state");
    await expect(stream([OTHER])).rejects.toThrow("unsuccessful terminal state");
    const { server, runner, agent } = await setUp([refused("failed")]);
    await expect(runner.run(agent, "Hello.")).rejects.toThrow("unsuccessful terminal state");
    expect(server.requests).toHaveLength(1);
  });

  it("is the caller's where two smaller requests are refused too", async () => {
    const refusals = [refused("http"), refused("http"), refused("http")];
    await expect(respond(refusals)).rejects.toMatchObject({ code: "context_length_exceeded" });
  });
});

describe("the SDK's own compaction session, with the real client", () => {
  it("goes on beside the decorator, and compacts the full history", async () => {
    const { server, client, runner, agent } = await setUp([]);
    const session = new OpenAIResponsesCompactionSession({
      client: client as never,
      compactionMode: "input",
      underlyingSession: new MemorySession({ initialItems: [...history, ...history, ...history] }),
    });
    const { finalOutput } = await runner.run(agent, "And now?", { session });
    expect(finalOutput).toBe("All is well.");
    const paths = server.requests.map(({ path }) => path.split("/").at(-1));
    expect(paths).toEqual(["responses", "compact"]);
    const [asked = 0, compacted] = server.requests.map((request) => bodyOf(request).input.length);
    expect(asked).toBeLessThan(60);
    expect(compacted).toBe(182);
  });

  it("compacts once and then no more by itself, because it stores user messages that it does not send", async () => {
    const { server, client, agent } = await setUp([]);
    const session = new OpenAIResponsesCompactionSession({
      client: client as never,
      compactionMode: "input",
      underlyingSession: new MemorySession({ initialItems: history }),
    });
    const modelProvider = new OpenAIProvider({ openAIClient: client as never });
    const runner = new Runner({ modelProvider, tracingDisabled: true });
    for (let turn = 0; turn < 15; turn++) await runner.run(agent, `And now, ${turn}?`, { session });
    expect(server.requests.filter(({ path }) => path.endsWith("compact"))).toHaveLength(1);
    expect((await session.getItems()).length).toBeGreaterThan(50);
  });
});
