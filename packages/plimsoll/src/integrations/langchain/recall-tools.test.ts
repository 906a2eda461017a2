import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { compactionMiddleware } from "./compaction-middleware.js";
import { durableCompactionMiddleware } from "./durable-compaction-middleware.js";

const SETTINGS = {
  model: "gpt-5",
  maxContextTokens: 2000,
  policy: { hardCapBuffer: 200 },
  prepareAtPct: 0,
  recall: true,
} as const;

const LONG: BaseMessage[] = Array.from({ length: 120 }, (_, index) => {
  const text =
    index === 4
      ? "The ferry is paid by Ines Okafor."
      : `Message ${index}: the ledger of order A-${1000 + index} was read line by line, and every sum is right.`;
  return index % 2 === 0 ? new HumanMessage(text) : new AIMessage(text);
});

/** A model that searches once, then answers. */
class SearchingModel extends BaseChatModel {
  readonly bound: string[] = [];

  constructor() {
    super({ maxRetries: 0 });
  }

  override _llmType(): string {
    return "searching";
  }

  override bindTools(tools: readonly unknown[]): this {
    this.bound.push(...tools.map((tool) => (tool as { name: string }).name));
    return this;
  }

  override _generate(messages: BaseMessage[]) {
    const call = { id: "call_1", name: "recall_search", args: { query: "Who pays the ferry?" } };
    const message =
      messages.at(-1)?.getType() === "tool"
        ? new AIMessage("Ines.")
        : new AIMessage({ content: "", tool_calls: [call] });
    return Promise.resolve({ generations: [{ text: "", message }] });
  }
}

const QUESTION = new HumanMessage("Who pays the ferry?");

describe("the recall option of the LangChain middlewares", () => {
  it.each([
    ["by what the model answered", {}],
    ["by its thread", { configurable: { thread_id: "t" } }],
  ])("gives the agent tools that read its conversation, %s", async (_, config) => {
    const model = new SearchingModel();
    const agent = createAgent({ model, tools: [], middleware: [compactionMiddleware(SETTINGS)] });
    const { messages } = await agent.invoke({ messages: [...LONG, QUESTION] }, config);
    expect(model.bound).toEqual(expect.arrayContaining(["recall_search", "recall_read", "recall_list"]));
    expect(messages.at(-2)?.text).toContain("paid by Ines Okafor");
    expect(messages.at(-1)?.text).toBe("Ines.");
  });

  it("reads what the durable middleware took out of the state", async () => {
    const model = new SearchingModel();
    const agent = createAgent({ model, tools: [], middleware: [durableCompactionMiddleware(SETTINGS)] });
    const config = { configurable: { thread_id: "t" } };
    const { messages } = await agent.invoke({ messages: [...LONG, QUESTION] }, config);
    expect(messages.length).toBeLessThan(60);
    expect(messages.at(-2)?.text).toContain("paid by Ines Okafor");
  });

  it("is off by default", () => {
    const { recall: _, ...settings } = SETTINGS;
    expect(compactionMiddleware(settings).tools).toBeUndefined();
  });
});
