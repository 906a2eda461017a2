import { APICallError, generateText, type ModelMessage, streamText, wrapLanguageModel } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { describe, expect, it } from "vitest";
import { callbackExporter } from "../../events/callback-exporter.js";
import type { CompactEvent } from "../../events/compact-event.js";
import { compactionMiddleware } from "./compaction-middleware.js";

type Model = ConstructorParameters<typeof MockLanguageModelV4>[0];
type Part =
  Awaited<ReturnType<MockLanguageModelV4["doStream"]>>["stream"] extends ReadableStream<infer P> ? P : never;

const USAGE = {
  inputTokens: { total: 900, noCache: 900, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const STOP = { unified: "stop", raw: "stop" } as const;

const OVERFLOW = new APICallError({
  message: "This model's maximum context length is 2000 tokens.",
  url: "http://127.0.0.1",
  requestBodyValues: {},
  statusCode: 400,
  isRetryable: false,
});

const answer = (text: string) => ({
  content: [{ type: "text" as const, text }],
  finishReason: STOP,
  usage: USAGE,
  warnings: [],
});

const spoken = (text: string): Part[] => [
  { type: "stream-start", warnings: [] },
  { type: "text-start", id: "0" },
  { type: "text-delta", id: "0", delta: text },
  { type: "text-end", id: "0" },
  { type: "finish", finishReason: STOP, usage: USAGE },
];

const streamed = (chunks: Part[]) => ({
  stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }),
});

/** Questions and answers, 60 turns of about 40 tokens. */
const LONG: ModelMessage[] = Array.from({ length: 120 }, (_, index) => ({
  role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
  content: `Message ${index}: the ledger of order A-${1000 + index} was read line by line, and every sum is right.`,
}));
const QUESTION: ModelMessage = { role: "user", content: "And now?" };

function setUp(settings: Model, more: Parameters<typeof compactionMiddleware>[0] = {}) {
  const events: CompactEvent[] = [];
  const middleware = compactionMiddleware({
    maxContextTokens: 2000,
    policy: { hardCapBuffer: 200 },
    prepareAtPct: 0,
    exporters: [callbackExporter((event) => void events.push(event))],
    ...more,
  });
  const mock = new MockLanguageModelV4({ modelId: "gpt-5", ...settings });
  const model = wrapLanguageModel({ model: mock, middleware });
  return { middleware, mock, model, events };
}

describe("the AI SDK middleware", () => {
  it("sends what fits as it is, and the newest messages as they are where it compacts", async () => {
    const { mock, model, middleware } = setUp({ doGenerate: answer("done") });
    await generateText({ model, messages: [QUESTION] });
    expect(mock.doGenerateCalls[0]?.prompt).toEqual([
      { role: "user", content: [{ type: "text", text: "And now?" }], providerOptions: undefined },
    ]);
    await generateText({ model, messages: [...LONG, QUESTION] });
    const prompt = mock.doGenerateCalls[1]?.prompt ?? [];
    expect(prompt.length).toBeLessThan(60);
    expect(JSON.stringify(prompt)).toContain("COMPACT-SUMMARY v1");
    expect(prompt.at(-1)).toEqual(mock.doGenerateCalls[0]?.prompt[0]);
    await middleware.close();
  });

  it("keeps the session that a call names, and counts tools and schemas", async () => {
    const { model, middleware, events } = setUp({ doGenerate: answer("done") });
    const providerOptions = { plimsoll: { sessionId: "named" } };
    await generateText({ model, messages: [...LONG, QUESTION], providerOptions });
    expect(await middleware.manager().remember("named")).toMatchObject({ sessionId: "named", version: 1 });
    expect(events.map(({ session_id }) => session_id)).toContain("named");
  });

  it("knows a conversation again whose mark for the prompt cache moved on, and sends the mark", async () => {
    const { mock, model, events } = setUp({ doGenerate: answer("done") });
    const marked = (message: ModelMessage): ModelMessage => ({
      ...message,
      providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } },
    });
    await generateText({ model, messages: [...LONG, marked(QUESTION)] });
    await generateText({ model, messages: [...LONG, QUESTION, ...LONG.slice(1, 2), marked(QUESTION)] });
    expect(new Set(events.map(({ session_id }) => session_id)).size).toBe(1);
    expect(mock.doGenerateCalls[1]?.prompt.at(-1)?.providerOptions).toEqual(marked(QUESTION).providerOptions);
    expect(mock.doGenerateCalls[1]?.prompt.at(-3)?.providerOptions).toBeUndefined();
  });

  it("leaves a history alone that the provider keeps", async () => {
    const { mock, model, events } = setUp({ doGenerate: answer("done") });
    const providerOptions = { openai: { previousResponseId: "resp_1" } };
    await generateText({ model, messages: [...LONG, QUESTION], providerOptions });
    expect(mock.doGenerateCalls[0]?.prompt).toHaveLength(121);
    expect(events).toMatchObject([{ event: "compact.passed_through", cause: "server_managed" }]);
  });

  it("gives other errors to the caller, once", async () => {
    const failure = new Error("The key is wrong.");
    const { mock, model } = setUp({ doGenerate: () => Promise.reject(failure) });
    await expect(generateText({ model, messages: [QUESTION], maxRetries: 0 })).rejects.toBe(failure);
    expect(mock.doGenerateCalls).toHaveLength(1);
  });

  it("gives up where the provider refuses whatever it is sent", async () => {
    const { mock, model } = setUp({ doGenerate: () => Promise.reject(OVERFLOW) });
    await expect(generateText({ model, messages: LONG, maxRetries: 0 })).rejects.toBe(OVERFLOW);
    expect(mock.doGenerateCalls.length).toBeLessThanOrEqual(3);
  });
});

describe("the AI SDK middleware over a stream", () => {
  const texts = async (model: Parameters<typeof streamText>[0]["model"]): Promise<string[]> => {
    const parts: string[] = [];
    const result = streamText({
      model,
      messages: [...LONG.slice(0, 20), QUESTION],
      maxRetries: 0,
      onError() {},
    });
    for await (const part of result.stream) {
      if (part.type === "text-delta") parts.push(part.text);
      if (part.type === "error") parts.push(`error: ${String(part.error)}`);
    }
    return parts;
  };

  it("never shows anything of a request that was refused inside the stream", async () => {
    const refused: Part[] = [
      { type: "stream-start", warnings: [] },
      { type: "text-start", id: "9" },
      { type: "error", error: OVERFLOW },
    ];
    const { mock, model } = setUp({ doStream: [streamed(refused), streamed(spoken("hello"))] });
    expect(await texts(model)).toEqual(["hello"]);
    expect(mock.doStreamCalls).toHaveLength(2);
    expect(mock.doStreamCalls[1]?.prompt.length).toBeLessThan(21);
  });

  it("opens a smaller stream where the first is refused at once", async () => {
    let calls = 0;
    const doStream = () =>
      ++calls === 1 ? Promise.reject(OVERFLOW) : Promise.resolve(streamed(spoken("hello")));
    const { model } = setUp({ doStream });
    expect(await texts(model)).toEqual(["hello"]);
    expect(calls).toBe(2);
  });

  it("passes an error on that comes after output", async () => {
    const broken: Part[] = [...spoken("half").slice(0, 3), { type: "error", error: OVERFLOW }];
    const { mock, model } = setUp({ doStream: streamed(broken) });
    expect((await texts(model))[0]).toBe("half");
    expect(mock.doStreamCalls).toHaveLength(1);
  });

  it("releases the provider's stream when its reader goes away", async () => {
    let released = false;
    const stream = new ReadableStream<Part>({
      pull: (controller) => controller.enqueue({ type: "text-delta", id: "0", delta: "again" }),
      cancel: () => void (released = true),
    });
    const { mock, middleware } = setUp({ doStream: { stream } });
    const params = { prompt: [{ role: "user" as const, content: [{ type: "text" as const, text: "Go." }] }] };
    const result = await middleware.wrapStream?.({
      params,
      model: mock,
      doGenerate: () => mock.doGenerate(params),
      doStream: () => mock.doStream(params),
    });
    const reader = result?.stream.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(released).toBe(true);
  });
});
