import { namedLines } from "./events.mjs";

/** What was answered without `store: false`, by id. */
const stored = new Map();

/** The list with every reference to a stored item replaced by that item. */
function listOf({ input }) {
  if (typeof input === "string") return [{ role: "user", content: input }];
  return input.map((item) => (item.type === "item_reference" ? (stored.get(item.id) ?? item) : item));
}

/** Every call has its output later in the list, every output its call before it, and reasoning is followed by its item. */
function problemOf(body) {
  const items = listOf(body);
  const open = new Set();
  for (const [index, item] of items.entries()) {
    if (item.type === "item_reference") return `Item with id '${item.id}' not found.`;
    if (item.type === "function_call") open.add(item.call_id);
    if (item.type === "function_call_output" && !open.delete(item.call_id))
      return `No tool call found for function call output with call_id ${item.call_id}.`;
    const next = items[index + 1];
    if (item.type === "reasoning" && (next === undefined || next.role === "user"))
      return `Item '${item.id}' of type 'reasoning' was provided without its required following item.`;
  }
  const [left] = open;
  return left === undefined ? undefined : `No tool output found for function call ${left}.`;
}

/** A reasoning item comes first, as with a reasoning model under `store: false`. */
function outputOf({ text, calls, id }) {
  const reasoning = { type: "reasoning", id: `rs_${id}`, summary: [], encrypted_content: "c2VhbGVk" };
  if (!calls) {
    const content = [{ type: "output_text", text, annotations: [], logprobs: [] }];
    return [reasoning, { type: "message", id: `msg_${id}`, role: "assistant", status: "completed", content }];
  }
  const made = calls.map(({ name, input }, index) => ({
    type: "function_call",
    id: `fc_${id}_${index}`,
    call_id: `call_${id}_${index}`,
    name,
    arguments: JSON.stringify(input),
    status: "completed",
  }));
  return [reasoning, ...made];
}

function kept(output) {
  for (const item of output) stored.set(item.id, item);
  return output;
}

function responseOf(move, output) {
  const usage = {
    input_tokens: move.tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 90,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: move.tokens + 90,
  };
  return {
    id: `resp_${move.id}`,
    object: "response",
    created_at: 1_800_000_000,
    status: "completed",
    model: "gpt-5",
    output,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: null,
    tool_choice: "auto",
    tools: [],
    top_p: null,
    usage,
  };
}

/** The events between an item's start and its end. */
function deltasOf(item, output_index) {
  const at = { item_id: item.id, output_index };
  if (item.type === "function_call")
    return [
      { type: "response.function_call_arguments.delta", ...at, delta: item.arguments },
      { type: "response.function_call_arguments.done", ...at, name: item.name, arguments: item.arguments },
    ];
  if (item.type !== "message") return [];
  const [part] = item.content;
  const place = { ...at, content_index: 0 };
  return [
    { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
    { type: "response.output_text.delta", ...place, delta: part.text, logprobs: [] },
    { type: "response.output_text.done", ...place, text: part.text, logprobs: [] },
    { type: "response.content_part.done", ...place, part },
  ];
}

/** An item before anything of it was streamed. */
function started(item) {
  if (item.type === "function_call") return { ...item, arguments: "", status: "in_progress" };
  return item.type === "message" ? { ...item, content: [], status: "in_progress" } : item;
}

export const responses = {
  name: "responses",
  matches: (path) => path.endsWith("/responses"),
  list: listOf,
  problemOf,
  newest(body) {
    const last = listOf(body).at(-1);
    return { last: JSON.stringify(last?.content ?? ""), isResult: last?.type === "function_call_output" };
  },
  overflow: () => ({
    error: {
      message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
      type: "invalid_request_error",
      param: "input",
      code: "context_length_exceeded",
    },
  }),
  error: (message) => ({ error: { message, type: "invalid_request_error", param: "input", code: null } }),
  answer: (move) => responseOf(move, kept(outputOf(move))),
  events(move) {
    const output = kept(outputOf(move));
    const response = { ...responseOf(move, []), status: "in_progress", usage: null };
    const events = [
      { type: "response.created", response },
      { type: "response.in_progress", response },
      ...output.flatMap((item, output_index) => [
        { type: "response.output_item.added", output_index, item: started(item) },
        ...deltasOf(item, output_index),
        { type: "response.output_item.done", output_index, item },
      ]),
      { type: "response.completed", response: responseOf(move, output) },
    ];
    return namedLines(events.map((event, sequence_number) => ({ ...event, sequence_number })));
  },
};
