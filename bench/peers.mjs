// The same session as the peers' own message types, converted before any clock runs.
import { AIMessage, HumanMessage, SystemMessage, ToolMessage, trimMessages } from "@langchain/core/messages";
import { pruneMessages } from "ai";

const toLangChain = {
  system: ({ content }) => new SystemMessage(content),
  user: ({ content }) => new HumanMessage(content),
  tool: ({ content, tool_call_id }) => new ToolMessage({ content, tool_call_id }),
  assistant: ({ content, reasoning_content, tool_calls = [] }) =>
    new AIMessage({
      content: content ?? "",
      additional_kwargs: reasoning_content === undefined ? {} : { reasoning_content },
      tool_calls: tool_calls.map((call) => ({
        type: "tool_call",
        id: call.id,
        name: call.function.name,
        args: JSON.parse(call.function.arguments),
      })),
    }),
};

export const langChainMessages = (items) => items.map((item) => toLangChain[item.role](item));

/** The usual counter: the content of every message, and its calls as JSON. */
const langChainCounter = (estimator) => (messages) => {
  let tokens = 0;
  for (const message of messages) {
    tokens += 4 + estimator.count(message.content);
    for (const call of message.tool_calls ?? []) {
      tokens += 3 + estimator.count(call.name) + estimator.count(JSON.stringify(call.args));
    }
  }
  return tokens;
};

export const trimWithLangChain = (messages, { estimator, maxTokens }) =>
  trimMessages(messages, {
    maxTokens,
    tokenCounter: langChainCounter(estimator),
    strategy: "last",
    includeSystem: true,
  });

/** Messages of the AI SDK; a result has to name its tool there. */
export function aiSdkMessages(items) {
  const toolNames = new Map();
  return items.map((item) => {
    if (item.role === "tool") {
      const { tool_call_id: toolCallId, content: value } = item;
      const result = { type: "tool-result", toolCallId, toolName: toolNames.get(toolCallId) };
      return { role: "tool", content: [{ ...result, output: { type: "text", value } }] };
    }
    if (item.role !== "assistant") return { role: item.role, content: item.content };
    const content = [];
    if (item.reasoning_content) content.push({ type: "reasoning", text: item.reasoning_content });
    if (item.content) content.push({ type: "text", text: item.content });
    for (const { id: toolCallId, function: called } of item.tool_calls ?? []) {
      toolNames.set(toolCallId, called.name);
      const input = JSON.parse(called.arguments);
      content.push({ type: "tool-call", toolCallId, toolName: called.name, input });
    }
    return { role: "assistant", content };
  });
}

export const pruneWithAiSdk = (messages) =>
  pruneMessages({ messages, reasoning: "before-last-message", toolCalls: "before-last-20-messages" });
