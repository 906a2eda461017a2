// LangChain's own ways to shorten a list: trimMessages, and the edit that clears old tool results.
import { AIMessage, HumanMessage, SystemMessage, ToolMessage, trimMessages } from "@langchain/core/messages";
import { ClearToolUsesEdit } from "langchain";
import { largestFitting } from "./largest-fitting.mjs";
import { inputOf, keptOfAssistant, stepsOf, textOf, withOutput } from "./steps.mjs";

function assistantMessage({ id, items }) {
  const words = items.filter((item) => item.role === "assistant").map((item) => textOf(item.content));
  const calls = items.filter((item) => item.type === "function_call");
  return new AIMessage({
    id,
    content: words.join("\n"),
    tool_calls: calls.map((call) => ({
      type: "tool_call",
      id: call.call_id,
      name: call.name,
      args: inputOf(call),
    })),
  });
}

const MESSAGES = {
  user: ({ id, items: [item] }) => [new HumanMessage({ id, content: textOf(item.content) })],
  system: ({ id, items: [item] }) => [new SystemMessage({ id, content: textOf(item.content) })],
  assistant: (step) => [assistantMessage(step)],
  tool: ({ items }) =>
    items.map((item) => new ToolMessage({ content: textOf(item.output), tool_call_id: item.call_id })),
};
MESSAGES.developer = MESSAGES.system;

/** The conversation in LangChain's messages, and the way back. */
function conversation(items) {
  const steps = stepsOf(items);
  const byId = new Map(steps.map((step) => [step.id, step]));
  const results = new Map(
    items.filter((item) => item.type === "function_call_output").map((item) => [item.call_id, item]),
  );
  const itemsOf = (message) => {
    if (message.getType() === "tool") return [withOutput(results.get(message.tool_call_id), message.content)];
    const { items: own } = byId.get(message.id);
    if (message.getType() !== "ai") return own;
    const inputs = new Map(message.tool_calls.map((call) => [call.id, call.args]));
    return keptOfAssistant(own, { words: true, reasoning: true, inputs });
  };
  return { messages: steps.flatMap((step) => MESSAGES[step.role](step)), itemsOf };
}

const trimmed = (messages, { itemsOf, tokens, target }) =>
  trimMessages(messages, {
    maxTokens: target,
    tokenCounter: (list) => list.reduce((sum, message) => sum + tokens(itemsOf(message)) + 1, 0),
    strategy: "last",
    includeSystem: true,
    startOn: ["human", "ai"],
  });

/** The newest messages that fit, from a message of the user or the model on. */
export async function trimWithLangChain({ items, target, tokens }) {
  const { messages, itemsOf } = conversation(items);
  return (await trimmed(messages, { itemsOf, tokens, target })).flatMap(itemsOf);
}

/** All results but the newest are replaced by a placeholder, as many as it takes; if that is not enough, trimMessages follows. */
export async function clearWithLangChain({ items, target, size, tokens }) {
  const { messages, itemsOf } = conversation(items);
  const cleared = async (kept) => {
    const edit = new ClearToolUsesEdit({ trigger: { tokens: 1 }, keep: { messages: kept } });
    const list = [...messages];
    await edit.apply({ messages: list, countTokens: async () => Number.MAX_SAFE_INTEGER });
    return list;
  };
  const results = items.filter((item) => item.type === "function_call_output").length;
  const windowAt = async (kept) => (await cleared(kept)).flatMap(itemsOf);
  const window = await largestFitting({ low: 0, high: results, windowAt, size, target });
  if (size(window) <= target) return window;
  return (await trimmed(await cleared(0), { itemsOf, tokens, target })).flatMap(itemsOf);
}
