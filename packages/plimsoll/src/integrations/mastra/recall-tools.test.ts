import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { compactionProcessor } from "./compaction-processor.js";

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

const LONG = Array.from({ length: 120 }, (_, index) => {
  const content =
    index === 4
      ? "The ferry is paid by Ines Okafor."
      : `Message ${index}: the ledger of order A-${1000 + index} was read line by line, and every sum is right.`;
  return index % 2 === 0 ? { role: "user" as const, content } : { role: "assistant" as const, content };
});

describe("the recall option of the Mastra processor", () => {
  it("gives the agent tools that read what left its window", async () => {
    const compaction = compactionProcessor({
      maxContextTokens: 2000,
      policy: { hardCapBuffer: 200 },
      prepareAtPct: 0,
      recall: true,
    });
    let asked = 0;
    const model = new MockLanguageModelV4({
      modelId: "gpt-5",
      doGenerate: async () => {
        const isFirst = asked++ === 0;
        const raw = isFirst ? ("tool-calls" as const) : ("stop" as const);
        const content = isFirst ? CALL : { type: "text" as const, text: "Ines." };
        return { content: [content], finishReason: { unified: raw, raw }, usage: USAGE, warnings: [] };
      },
    });
    const every = [compaction];
    const desk = new Agent({
      id: "desk",
      name: "desk",
      instructions: "Be brief.",
      // The types of the two packages differ in what `doGenerate` gives; Mastra takes both.
      model: model as never,
      maxRetries: 0,
      inputProcessors: every,
      outputProcessors: every,
      errorProcessors: every,
    });
    const agent = new Mastra({ agents: { desk }, logger: false }).getAgent("desk");
    const { text } = await agent.generate([...LONG, { role: "user", content: "Who pays the ferry?" }]);
    expect(text).toBe("Ines.");
    expect(model.doGenerateCalls[0]?.tools?.map((tool) => tool.name)).toContain("recall_search");
    expect(JSON.stringify(model.doGenerateCalls[1]?.prompt.at(-1))).toContain("paid by Ines Okafor");
    await compaction.close();
  });
});
