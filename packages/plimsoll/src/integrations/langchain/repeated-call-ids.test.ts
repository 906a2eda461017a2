import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import {
  expectConversationsApart,
  OPENING,
  REPEATED_ID,
  type RepeatedTurn,
} from "../core/repeated-call-ids-test-support.js";
import { compactionMiddleware } from "./compaction-middleware.js";

type Wrap = Extract<
  NonNullable<ReturnType<typeof compactionMiddleware>["wrapModelCall"]>,
  (...args: never[]) => unknown
>;

const messagesOf = ({ path, output, next }: RepeatedTurn): BaseMessage[] => [
  new AIMessage({
    content: "",
    tool_calls: [{ id: REPEATED_ID, name: "read_file", args: { path }, type: "tool_call" }],
  }),
  new ToolMessage({ content: output, tool_call_id: REPEATED_ID, name: "read_file" }),
  new AIMessage(`I have read ${path}.`),
  new HumanMessage(next),
];

describe("two conversations of one agent in which call ids repeat", () => {
  it("see nothing of each other", async () => {
    const middleware = compactionMiddleware({
      model: "gpt-5",
      maxContextTokens: 5000,
      policy: { hardCapBuffer: 200 },
      prepareAtPct: 0,
    });
    let compacted = 0;
    await expectConversationsApart(async (turns) => {
      const messages = [new HumanMessage(OPENING), ...turns.flatMap(messagesOf)];
      let seen: BaseMessage[] = [];
      const request = { messages, tools: [], runtime: { configurable: {} } };
      await middleware.wrapModelCall?.(request as unknown as Parameters<Wrap>[0], (one) => {
        seen = one.messages;
        return Promise.resolve(new AIMessage("done"));
      });
      if (JSON.stringify(seen).includes("COMPACT-SUMMARY")) compacted++;
      return seen;
    });
    expect(compacted).toBeGreaterThan(0);
    await middleware.close();
  });
});
