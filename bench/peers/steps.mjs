// Responses items as the steps of a chat: what one message of a framework holds, and back without loss.

const ASSISTANT_TYPES = new Set(["reasoning", "function_call"]);

const typeOf = (item) => item.type ?? "message";

function roleOf(item) {
  const type = typeOf(item);
  if (type === "function_call_output") return "tool";
  return ASSISTANT_TYPES.has(type) ? "assistant" : item.role;
}

/** Every message of the user by itself; the assistant's reasoning, words and calls together; results together. */
export function stepsOf(items) {
  const steps = [];
  for (const item of items) {
    const role = roleOf(item);
    const last = steps.at(-1);
    if (last?.role === role && (role === "assistant" || role === "tool")) last.items.push(item);
    else steps.push({ id: `step-${steps.length}`, role, items: [item] });
  }
  return steps;
}

const partText = (part) => (typeof part === "string" ? part : (part.text ?? part.refusal ?? ""));

export function textOf(content) {
  return typeof content === "string" ? content : (content ?? []).map(partText).join("\n");
}

/** The arguments of a call as an object, which is what the frameworks hold. */
export function inputOf(call) {
  try {
    const input = JSON.parse(call.arguments);
    if (input !== null && typeof input === "object" && !Array.isArray(input)) return input;
    return { input };
  } catch {
    return { input: call.arguments };
  }
}

/** The name of the tool behind each call id. */
export function toolNames(items) {
  const calls = items.filter((item) => typeOf(item) === "function_call");
  return new Map(calls.map((call) => [call.call_id, call.name]));
}

const sameJson = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** What is left of an assistant's step: `inputs` by call id; a call with other arguments than before is written anew. */
export function keptOfAssistant(items, { words, reasoning, inputs }) {
  return items.flatMap((item) => {
    const type = typeOf(item);
    if (type === "reasoning") return reasoning ? [item] : [];
    if (type === "message") return words ? [item] : [];
    if (!inputs.has(item.call_id)) return [];
    const input = inputs.get(item.call_id);
    return [sameJson(input, inputOf(item)) ? item : { ...item, arguments: JSON.stringify(input) }];
  });
}

/** A result with the text that a framework left in it. */
export const withOutput = (item, text) => (textOf(item.output) === text ? item : { ...item, output: text });

export const userItem = (text) => ({
  type: "message",
  role: "user",
  content: [{ type: "input_text", text }],
});

export const assistantItem = (text) => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text, annotations: [] }],
});
