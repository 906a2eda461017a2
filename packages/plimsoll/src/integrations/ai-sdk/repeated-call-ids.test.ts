import { generateText, type ModelMessage, wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import {
  expectConversationsApart,
  OPENING,
  REPEATED_ID,
  type RepeatedTurn,
} from "../core/repeated-call-ids-test-support.js";
import { compactionMiddleware } from "./compaction-middleware.js";

const CALL = { toolCallId: REPEATED_ID, toolName: "read_file" } as const;

const messagesOf = ({ path, output, next }: RepeatedTurn): ModelMessage[] => [
  { role: "assistant", content: [{ type: "tool-call", ...CALL, input: { path } }] },
  { role: "tool", content: [{ type: "tool-result", ...CALL, output: { type: "text", value: output } }] },
  { role: "assistant", content: `I have read ${path}.` },
  { role: "user", content: next },
];

describe("two conversations of one model in which call ids repeat", () => {
  it("see nothing of each other", async () => {
    const middleware = compactionMiddleware({
      maxContextTokens: 5000,
      policy: { hardCapBuffer: 200 },
      prepareAtPct: 0,
    });
    const mock = new MockLanguageModelV4({
      modelId: "gpt-5",
      doGenerate: {
        content: [{ type: "text", text: "done" }],
        finishReason: { unified: "stop", raw: "stop" },
        usage: {
          inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
          outputTokens: { total: 5, text: 5, reasoning: 0 },
        },
        warnings: [],
      },
    });
    const model = wrapLanguageModel({ model: mock, middleware });
    let compacted = 0;
    await expectConversationsApart(async (turns) => {
      const messages: ModelMessage[] = [{ role: "user", content: OPENING }, ...turns.flatMap(messagesOf)];
      await generateText({ model, messages });
      const prompt = mock.doGenerateCalls.at(-1)?.prompt ?? [];
      if (JSON.stringify(prompt).includes("COMPACT-SUMMARY")) compacted++;
      return prompt;
    });
    expect(compacted).toBeGreaterThan(0);
    await middleware.close();
  });
});
