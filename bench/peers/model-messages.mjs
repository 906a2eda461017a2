// The conversation in the model messages that the AI SDK and Mastra share, and the way back.
import { inputOf, keptOfAssistant, stepsOf, textOf, toolNames, withOutput } from "./steps.mjs";

const text = (value) => ({ type: "text", text: value });

function assistantParts(items) {
  return items.map((item) => {
    if (item.type === "function_call") {
      return {
        type: "tool-call",
        toolCallId: item.call_id,
        toolName: item.name,
        input: inputOf(item),
      };
    }
    if (item.type === "reasoning") return { type: "reasoning", text: textOf(item.summary) };
    return text(textOf(item.content));
  });
}

function toolParts(items, names) {
  return items.map((item) => ({
    type: "tool-result",
    toolCallId: item.call_id,
    toolName: names.get(item.call_id) ?? "",
    output: { type: "text", value: textOf(item.output) },
  }));
}

function messageOf({ role, items }, names) {
  if (role === "assistant") return { role, content: assistantParts(items) };
  if (role === "tool") return { role, content: toolParts(items, names) };
  if (role === "user") return { role, content: [text(textOf(items[0].content))] };
  return { role: "system", content: textOf(items[0].content) };
}

/** Each message knows its step by `providerOptions`, which both frameworks pass on. */
export function modelMessages(items) {
  const names = toolNames(items);
  const steps = stepsOf(items);
  const byId = new Map(steps.map((step) => [step.id, step]));
  const messages = steps.map((step) => ({
    ...messageOf(step, names),
    providerOptions: { bench: { step: step.id } },
  }));
  const itemsOf = ({ role, content, providerOptions }) => {
    const { items: own } = byId.get(providerOptions.bench.step);
    if (role === "tool") {
      const texts = new Map(content.map((part) => [part.toolCallId, part.output.value]));
      return own
        .filter((item) => texts.has(item.call_id))
        .map((item) => withOutput(item, texts.get(item.call_id)));
    }
    if (role !== "assistant") return own;
    const has = (type) => content.some((part) => part.type === type);
    const calls = content.filter((part) => part.type === "tool-call");
    const inputs = new Map(calls.map((call) => [call.toolCallId, call.input]));
    return keptOfAssistant(own, { words: has("text"), reasoning: has("reasoning"), inputs });
  };
  return { messages, itemsOf };
}
