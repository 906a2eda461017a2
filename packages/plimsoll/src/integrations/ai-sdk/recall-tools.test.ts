import { generateText, isStepCount, type ModelMessage, streamText, wrapLanguageModel } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { describe, expect, it } from "vitest";
import { compactionMiddleware } from "./compaction-middleware.js";

const USAGE = {
  inputTokens: { total: 900, noCache: 900, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const CALL = {
  type: "tool-call" as const,
  toolCallId: "call_1",
  toolName: "recall_search",
  input: '{"query":"Who pays the ferry?"}',
};
const TEXT = { type: "text" as const, text: "Ines." };
const stop = (raw: "stop" | "tool-calls") => ({ unified: raw, raw });

const LONG: ModelMessage[] = Array.from({ length: 120 }, (_, index) => ({
  role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
  content:
    index === 4
      ? "The ferry is paid by Ines Okafor."
      : `Message ${index}: the ledger of order A-${1000 + index} was read line by line, and every sum is right.`,
}));
const QUESTION: ModelMessage = { role: "user", content: "Who pays the ferry?" };

function setUp() {
  let asked = 0;
  const next = () => (asked++ === 0 ? CALL : TEXT);
  const mock = new MockLanguageModelV4({
    modelId: "gpt-5",
    doGenerate: async () => {
      const part = next();
      const finishReason = stop(part === CALL ? "tool-calls" : "stop");
      return { content: [part], finishReason, usage: USAGE, warnings: [] };
    },
    doStream: async () => {
      const part = next();
      const said = [
        { type: "text-start" as const, id: "0" },
        { type: "text-delta" as const, id: "0", delta: TEXT.text },
        { type: "text-end" as const, id: "0" },
      ];
      const finishReason = stop(part === CALL ? "tool-calls" : "stop");
      const chunks = [
        ...(part === CALL ? [CALL] : said),
        { type: "finish" as const, finishReason, usage: USAGE },
      ];
      return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  });
  const compaction = compactionMiddleware({
    maxContextTokens: 2000,
    policy: { hardCapBuffer: 200 },
    prepareAtPct: 0,
  });
  return { mock, compaction, model: wrapLanguageModel({ model: mock, middleware: compaction }) };
}

const settings = { messages: [...LONG, QUESTION], stopWhen: isStepCount(3) };

describe("the recall tools of the AI SDK", () => {
  it("read what left the window of the conversation that calls them", async () => {
    const { mock, compaction, model } = setUp();
    const { text } = await generateText({ model, ...settings, tools: compaction.tools });
    expect(text).toBe("Ines.");
    expect(mock.doGenerateCalls[0]?.tools?.map((tool) => tool.name)).toContain("recall_search");
    expect(JSON.stringify(mock.doGenerateCalls[1]?.prompt.at(-1))).toContain("paid by Ines Okafor");
    await compaction.close();
  });

  it("do so where the answer streams", async () => {
    const { mock, compaction, model } = setUp();
    const { text } = streamText({ model, ...settings, tools: compaction.tools });
    expect(await text).toBe("Ines.");
    expect(JSON.stringify(mock.doStreamCalls[1]?.prompt.at(-1))).toContain("paid by Ines Okafor");
    await compaction.close();
  });
});
