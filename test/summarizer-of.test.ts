import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { Model, ModelRequest } from "@openai/agents";
import { Usage } from "@openai/agents";
import { MockLanguageModelV4 } from "ai/test";
import { CompactManager, type Summarizer } from "plimsoll";
import { summarizerOf as aiSdkSummarizer } from "plimsoll/ai-sdk";
import { summarizerOf as langchainSummarizer } from "plimsoll/langchain";
import { summarizerOf as agentsSummarizer } from "plimsoll/openai-agents";
import { askSummarizer } from "plimsoll/summarizers";
import { describe, expect, it } from "vitest";

const TEXT = "The ledgers of the north yard were read; the sums of May are still open.";
const LONG = Array.from({ length: 80 }, (_, index) => ({
  role: index % 2 === 0 ? "user" : "assistant",
  content: `Message ${index}: the ledger of order A-${1000 + index} was read line by line, and every sum is right.`,
}));

/** The window after a compaction whose summary this summarizer writes, and what was asked and paid. */
async function summarized(summarizer: Summarizer) {
  const manager = new CompactManager({ model: "gpt-5", maxContextTokens: 4000, summarizer });
  const { items, compaction, summaryUsage } = await manager.manualCompact("s", LONG, { targetTokens: 1500 });
  await manager.close();
  return { text: JSON.stringify(items), summarizer: compaction?.summarizer, usage: summaryUsage?.[0] };
}

class LangchainModel extends BaseChatModel {
  model = "gpt-5-mini";
  readonly asked: BaseMessage[][] = [];

  override _llmType(): string {
    return "scripted";
  }

  override _generate(messages: BaseMessage[]) {
    this.asked.push(messages);
    const usage_metadata = { input_tokens: 900, output_tokens: 20, total_tokens: 920 };
    const message = Object.assign(new AIMessage(TEXT), { usage_metadata });
    return Promise.resolve({ generations: [{ text: TEXT, message }] });
  }
}

describe("the model of a framework as the summarizing model", () => {
  it("writes the summary: the AI SDK's", async () => {
    const model = new MockLanguageModelV4({
      modelId: "gpt-5-mini",
      doGenerate: {
        content: [{ type: "text", text: TEXT }],
        finishReason: { unified: "stop", raw: "stop" },
        usage: {
          inputTokens: { total: 900, noCache: 900, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 20, text: 20, reasoning: 0 },
        },
        warnings: [],
      },
    });
    const { text, usage } = await summarized(aiSdkSummarizer(model));
    expect(text).toContain(TEXT);
    expect(usage).toMatchObject({ inputTokens: 900, outputTokens: 20 });
    expect(model.doGenerateCalls[0]?.prompt.map(({ role }) => role)).toEqual(["system", "user"]);
  });

  it("writes the summary: LangChain's", async () => {
    const model = new LangchainModel({});
    const { text, usage } = await summarized(langchainSummarizer(model));
    expect(text).toContain(TEXT);
    expect(usage).toMatchObject({ inputTokens: 900, outputTokens: 20 });
    expect(model.asked[0]?.map((message) => message.getType())).toEqual(["system", "human"]);
  });

  it("writes the summary: the Agents SDK's", async () => {
    const asked: ModelRequest[] = [];
    const model: Model = {
      getResponse(request) {
        asked.push(request);
        const content = [{ type: "output_text" as const, text: TEXT }];
        const output = [
          { type: "message" as const, role: "assistant" as const, status: "completed" as const, content },
        ];
        return Promise.resolve({
          output,
          usage: new Usage({ inputTokens: 900, outputTokens: 20, totalTokens: 920 }),
        });
      },
      getStreamedResponse: () => {
        throw new Error("not asked");
      },
    };
    const { text, usage } = await summarized(agentsSummarizer(model, { model: "gpt-5-mini" }));
    expect(text).toContain(TEXT);
    expect(usage).toMatchObject({ inputTokens: 900, outputTokens: 20 });
    expect(asked[0]).toMatchObject({ tools: [], tracing: false });
  });

  it("is asked again if it is busy, and replaced by the embedded one if it fails", async () => {
    let calls = 0;
    const wait = () => Promise.resolve();
    const busy = () => Promise.reject(Object.assign(new Error("slow down"), { status: 429 }));
    const once = askSummarizer({
      model: "m",
      wait,
      ask: () => (++calls === 1 ? busy() : Promise.resolve({ text: TEXT })),
    });
    expect((await summarized(once)).text).toContain(TEXT);
    expect(calls).toBe(2);
    const deaf = askSummarizer({ model: "m", wait, timeoutMs: 20, ask: () => new Promise(() => undefined) });
    expect((await summarized(deaf)).summarizer).toBe("extractive");
    const failing = askSummarizer({ model: "m", wait, ask: () => Promise.reject(new Error("no key")) });
    expect((await summarized(failing)).summarizer).toBe("extractive");
  });

  it("is asked again without a schema if it refuses one", async () => {
    const asked: boolean[] = [];
    const plain = askSummarizer({
      model: "m",
      ask: ({ schema }) => {
        asked.push(schema !== undefined);
        const refusal = Object.assign(new Error("response_format is not supported"), { status: 400 });
        return schema === undefined ? Promise.resolve({ text: TEXT }) : Promise.reject(refusal);
      },
    });
    expect((await summarized(plain)).text).toContain(TEXT);
    expect(asked).toEqual([true, false]);
  });
});
