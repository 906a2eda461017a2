import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { MockMemory } from "@mastra/core/memory";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it, vi } from "vitest";
import { callbackExporter } from "../../events/callback-exporter.js";
import type { CompactEvent } from "../../events/compact-event.js";
import type { Exporter } from "../../events/exporter.js";
import { canonicalPromptMessage } from "./canonical-prompt-message.js";
import { compactionProcessor } from "./compaction-processor.js";

const LONG = Array.from({ length: 120 }, (_, index) => {
  const content = `Message ${index}: the ledger of order A-${1000 + index} was read line by line, and every sum is right.`;
  return index % 2 === 0 ? { role: "user" as const, content } : { role: "assistant" as const, content };
});
const QUESTION = { role: "user" as const, content: "And now?" };

function setUp(
  doGenerate: NonNullable<ConstructorParameters<typeof MockLanguageModelV4>[0]>["doGenerate"],
  memory?: MockMemory,
  exporters?: readonly Exporter[],
) {
  const compaction = compactionProcessor({
    ...(exporters ? { exporters } : {}),
    maxContextTokens: 2000,
    policy: { hardCapBuffer: 200 },
    prepareAtPct: 0,
  });
  const model = new MockLanguageModelV4({ modelId: "gpt-5", ...(doGenerate ? { doGenerate } : {}) });
  const processors = {
    inputProcessors: [compaction],
    outputProcessors: [compaction],
    errorProcessors: [compaction],
  };
  const desk = new Agent({
    id: "desk",
    name: "desk",
    instructions: "Be brief.",
    // The types of the two packages differ in what `doGenerate` gives; Mastra takes both.
    model: model as never,
    maxRetries: 0,
    ...(memory ? { memory } : {}),
    ...processors,
  });
  const agent = new Mastra({ agents: { desk }, logger: false }).getAgent("desk");
  return { agent, model, compaction };
}

const done = {
  content: [{ type: "text" as const, text: "done" }],
  finishReason: { unified: "stop" as const, raw: "stop" },
  usage: {
    inputTokens: { total: 900, noCache: 900, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 5, text: 5, reasoning: 0 },
  },
  warnings: [],
};

describe("the Mastra processor", () => {
  it("sends what fits as it is, and less where it does not", async () => {
    const { agent, model, compaction } = setUp(done);
    await agent.generate([QUESTION]);
    expect(model.doGenerateCalls[0]?.prompt.at(-1)).toMatchObject({
      role: "user",
      content: [{ text: "And now?" }],
    });
    const { text } = await agent.generate([...LONG, QUESTION]);
    expect(text).toBe("done");
    const prompt = model.doGenerateCalls[1]?.prompt ?? [];
    expect(prompt.length).toBeLessThan(60);
    expect(prompt[0]).toMatchObject({ role: "system", content: "Be brief." });
    expect(JSON.stringify(prompt.slice(1))).toContain("COMPACT-SUMMARY v1");
    await compaction.settled();
    await compaction.close();
  });

  it("gives up where the provider refuses whatever it is sent", async () => {
    const overflow = Object.assign(new Error("Your input exceeds the context window of this model."), {
      statusCode: 400,
    });
    const { agent, model, compaction } = setUp(() => Promise.reject(overflow));
    await expect(agent.generate([...LONG, QUESTION])).rejects.toThrow("exceeds the context window");
    expect(model.doGenerateCalls.length).toBeLessThanOrEqual(3);
    expect(compaction.manager()).toBeDefined();
  });

  it("gives other errors to the caller, once", async () => {
    const { agent, model } = setUp(() => Promise.reject(new Error("The key is wrong.")));
    await expect(agent.generate([QUESTION])).rejects.toThrow("The key is wrong.");
    expect(model.doGenerateCalls).toHaveLength(1);
  });

  it.each([
    { lastMessages: 10, warnings: 1 },
    { lastMessages: 1000, warnings: 0 },
  ])(
    "warns once on the console that the memory drops the oldest messages, of however many threads: $lastMessages",
    async ({ lastMessages, warnings }) => {
      const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      const { agent } = setUp(done, new MockMemory({ options: { lastMessages } }));
      for (const thread of ["a", "b", "c"])
        for (let turn = 0; turn < 9; turn++)
          await agent.generate(`Turn ${turn}.`, { memory: { thread, resource: "r" } });
      expect(warn.mock.calls).toEqual(
        Array.from({ length: warnings }, () => [
          expect.stringMatching(/history was cut.*lastMessages/) as string,
        ]),
      );
      warn.mockRestore();
    },
  );
});

const cutsOf = (found: string[]) =>
  callbackExporter((event: CompactEvent) => {
    if (event.event !== "compact.history_cut") return;
    expect(event).toMatchObject({ integration: "mastra" });
    expect(event.reason).toContain("lastMessages");
    found.push(event.session_id);
  });

describe("a history that Mastra's memory cuts", () => {
  it("is reported by an event, once for each thread that it happens to", async () => {
    const cuts: string[] = [];
    const { agent } = setUp(done, new MockMemory({ options: { lastMessages: 4 } }), [cutsOf(cuts)]);
    for (let turn = 0; turn < 5; turn++)
      for (const thread of ["a", "b"])
        await agent.generate(`Turn ${turn}.`, { memory: { thread, resource: "r" } });
    await agent.generate("Hello.", { memory: { thread: "short", resource: "r" } });
    expect(cuts).toEqual(["a", "b"]);
  });

  it.each([
    { lastMessages: 4, reported: ["t"] },
    { lastMessages: 1000, reported: [] },
  ])(
    "is noticed by a process that did not see the thread begin: $lastMessages",
    async ({ lastMessages, reported }) => {
      const memory = new MockMemory({ options: { lastMessages } });
      const thread = { memory: { thread: "t", resource: "r" } };
      for (let turn = 0; turn < 5; turn++)
        await setUp(done, memory, []).agent.generate(`Turn ${turn}.`, thread);
      const cuts: string[] = [];
      await setUp(done, memory, [cutsOf(cuts)]).agent.generate("And now?", thread);
      expect(cuts).toEqual(reported);
    },
  );
});

/** The first stream says one word and then waits for its end. */
function answerOnce({ abortSignal }: { abortSignal?: AbortSignal }, hangs: boolean) {
  const start = (controller: ReadableStreamDefaultController<unknown>) => {
    controller.enqueue({ type: "stream-start", warnings: [] });
    controller.enqueue({ type: "text-start", id: "1" });
    controller.enqueue({ type: "text-delta", id: "1", delta: "done" });
    if (hangs) {
      abortSignal?.addEventListener("abort", () => controller.error(abortSignal.reason));
      return;
    }
    controller.enqueue({ type: "text-end", id: "1" });
    controller.enqueue({ type: "finish", finishReason: done.finishReason, usage: done.usage });
    controller.close();
  };
  return { stream: new ReadableStream({ start }) };
}

describe.each([
  { lastMessages: 1000, reported: [] },
  { lastMessages: false as const, reported: ["t"] },
])(
  "a memory that gives nothing back for the turn after an aborted one: $lastMessages",
  ({ lastMessages, reported }) => {
    it("is said to cut the history only where it is set to", async () => {
      const cuts: string[] = [];
      const { agent, model } = setUp(done, new MockMemory({ options: { lastMessages } }), [cutsOf(cuts)]);
      let asked = 0;
      model.doStream = ((call: { abortSignal?: AbortSignal }) =>
        Promise.resolve(answerOnce(call, ++asked === 1))) as never;
      const memory = { thread: "t", resource: "r" };
      const controller = new AbortController();
      const first = await agent.stream("Turn 0.", { memory, abortSignal: controller.signal });
      for await (const _ of first.textStream) controller.abort();
      for (let turn = 1; turn < 4; turn++)
        await (await agent.stream(`Turn ${turn}.`, { memory })).consumeStream();
      expect(cuts).toEqual(reported);
    });
  },
);

describe("canonicalPromptMessage", () => {
  it("takes out what Mastra writes for itself, and nothing else", () => {
    const mastra = { createdAt: 1 };
    const content = [
      { type: "text", text: "a", providerOptions: { mastra } },
      { type: "text", text: "b", providerOptions: { mastra, openai: { itemId: "x" } } },
      { type: "tool-call", toolCallId: "1", toolName: "t", input: {}, providerOptions: { mastra } },
      { type: "tool-result", toolCallId: "1", toolName: "t", output: {}, input: {} },
    ];
    expect(canonicalPromptMessage({ role: "user", content }).content).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "b", providerOptions: { openai: { itemId: "x" } } },
      { type: "tool-call", toolCallId: "1", toolName: "t", input: {} },
      { type: "tool-result", toolCallId: "1", toolName: "t", output: {} },
    ]);
  });

  it("gives a message back that has nothing of it", () => {
    const message = { role: "user", content: [{ type: "text", text: "a" }] };
    expect(canonicalPromptMessage(message)).toBe(message);
  });
});
