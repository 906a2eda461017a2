import { dataLines } from "./events.mjs";

const callId = (id, index) => `call_${id}_${index}`;
const usageOf = (tokens) => ({ prompt_tokens: tokens, completion_tokens: 90, total_tokens: tokens + 90 });

/** Every assistant message with calls is followed at once by one tool message per call, and by nothing else. */
function problemOf({ messages }) {
  let open = new Set();
  for (const message of messages) {
    if (message.role === "tool") {
      if (!open.delete(message.tool_call_id))
        return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.";
      continue;
    }
    if (open.size > 0)
      return "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.";
    open = new Set((message.tool_calls ?? []).map(({ id }) => id));
  }
  return open.size > 0 ? "An assistant message with 'tool_calls' has no tool messages." : undefined;
}

function messageOf({ text, calls, id }) {
  if (!calls) return { role: "assistant", content: text, refusal: null };
  const tool_calls = calls.map(({ name, input }, index) => ({
    id: callId(id, index),
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  return { role: "assistant", content: null, refusal: null, tool_calls };
}

const shell = (object, id) => ({ id: `chatcmpl-${id}`, object, created: 1_800_000_000, model: "gpt-5" });

export const chat = {
  name: "chat",
  matches: (path) => path.endsWith("/chat/completions"),
  list: (body) => body.messages,
  problemOf,
  newest({ messages }) {
    const last = messages.at(-1);
    return { last: JSON.stringify(last?.content ?? ""), isResult: last?.role === "tool" };
  },
  overflow: (tokens, window) => ({
    error: {
      message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens.`,
      type: "invalid_request_error",
      param: "messages",
      code: "context_length_exceeded",
    },
  }),
  error: (message) => ({
    error: { message, type: "invalid_request_error", param: "messages", code: null },
  }),
  answer: (move) => ({
    ...shell("chat.completion", move.id),
    choices: [
      {
        index: 0,
        message: messageOf(move),
        finish_reason: move.calls ? "tool_calls" : "stop",
        logprobs: null,
      },
    ],
    usage: usageOf(move.tokens),
  }),
  events(move) {
    const chunk = (delta, finish_reason = null, more = {}) => ({
      ...shell("chat.completion.chunk", move.id),
      choices: [{ index: 0, delta, finish_reason }],
      ...more,
    });
    const { tool_calls = [], content } = messageOf(move);
    const deltas = move.calls
      ? tool_calls.map((call, index) => chunk({ tool_calls: [{ index, ...call }] }))
      : [chunk({ content })];
    const end = { ...shell("chat.completion.chunk", move.id), choices: [], usage: usageOf(move.tokens) };
    return [
      ...dataLines([
        chunk({ role: "assistant", content: move.calls ? null : "" }),
        ...deltas,
        chunk({}, move.calls ? "tool_calls" : "stop"),
        end,
      ]),
      "data: [DONE]\n\n",
    ];
  },
};
