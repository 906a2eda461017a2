import { namedLines } from "./events.mjs";

const blocks = ({ content }) => (typeof content === "string" ? [{ type: "text", text: content }] : content);
const idsOf = (message, type, key) =>
  blocks(message)
    .filter((block) => block.type === type)
    .map((block) => block[key]);

/** Tool uses are answered in the very next message, which has no other results; the first message is the user's. */
function problemOf({ messages, max_tokens }) {
  if (max_tokens === undefined) return "max_tokens: Field required";
  if (messages[0]?.role !== "user") return 'messages: first message must use the "user" role';
  for (const [index, message] of messages.entries()) {
    if (blocks(message).length === 0) return `messages.${index}: content must not be empty`;
    const before = messages[index - 1];
    const asked = new Set(before?.role === "assistant" ? idsOf(before, "tool_use", "id") : []);
    for (const id of message.role === "user" ? idsOf(message, "tool_result", "tool_use_id") : []) {
      if (!asked.delete(id))
        return `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}.`;
    }
    if (asked.size > 0)
      return `messages.${index - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${[...asked].join(", ")}.`;
  }
  const last = messages.at(-1);
  return idsOf(last, "tool_use", "id").length > 0
    ? "messages: the last tool_use has no tool_result"
    : undefined;
}

function contentOf({ text, calls, id }) {
  if (!calls) return [{ type: "text", text, citations: null }];
  return calls.map(({ name, input }, index) => ({
    type: "tool_use",
    id: `toolu_${id}_${index}`,
    name,
    input,
  }));
}

const messageOf = (move, content) => ({
  id: `msg_${move.id}`,
  type: "message",
  role: "assistant",
  model: "claude-sonnet-4-5",
  content,
  stop_reason: move.calls ? "tool_use" : "end_turn",
  stop_sequence: null,
  usage: { input_tokens: move.tokens, output_tokens: 90 },
});

function blockEvents(block, index) {
  const isUse = block.type === "tool_use";
  const content_block = isUse ? { ...block, input: {} } : { ...block, text: "" };
  const delta = isUse
    ? { type: "input_json_delta", partial_json: JSON.stringify(block.input) }
    : { type: "text_delta", text: block.text };
  return [
    { type: "content_block_start", index, content_block },
    { type: "content_block_delta", index, delta },
    { type: "content_block_stop", index },
  ];
}

export const messages = {
  name: "messages",
  matches: (path) => path.endsWith("/v1/messages"),
  list: (body) => body.messages,
  problemOf,
  newest({ messages }) {
    const last = messages.at(-1);
    const found = last ? blocks(last) : [];
    return { last: JSON.stringify(found), isResult: found.some(({ type }) => type === "tool_result") };
  },
  overflow: (tokens, window) => ({
    type: "error",
    error: {
      type: "invalid_request_error",
      message: `prompt is too long: ${tokens} tokens > ${window} maximum`,
    },
  }),
  error: (message) => ({ type: "error", error: { type: "invalid_request_error", message } }),
  answer: (move) => messageOf(move, contentOf(move)),
  events(move) {
    const start = { ...messageOf(move, []), stop_reason: null };
    const { stop_reason, stop_sequence, usage } = messageOf(move, []);
    return namedLines([
      { type: "message_start", message: { ...start, usage: { ...usage, output_tokens: 1 } } },
      { type: "ping" },
      ...contentOf(move).flatMap(blockEvents),
      { type: "message_delta", delta: { stop_reason, stop_sequence }, usage: { output_tokens: 90 } },
      { type: "message_stop" },
    ]);
  },
};
