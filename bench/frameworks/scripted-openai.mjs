// A local server that speaks Responses and Chat Completions, streamed or not, and answers as the model of the long session.
import { createServer } from "node:http";
import { chat, responses } from "plimsoll";

/** Starts the server; `refusal` says how it refuses: "status", "event" or "failed". */
export async function startScriptedOpenAi({ model }, { wait, refusal = "status" }) {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  const handle = async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = JSON.parse(Buffer.concat(parts).toString("utf8"));
    const isChat = request.url.endsWith("/chat/completions");
    const reply = model.respond(
      isChat
        ? { format: chat, items: body.messages, tools: body.tools }
        : { format: responses, items: body.input, instructions: body.instructions, tools: body.tools },
    );
    await wait();
    const send = {
      answers: isChat ? chatBody : responsesBody,
      events: isChat ? chatEvents : responsesEvents,
    };
    if (reply.kind === "overflow") refuse(response, { reply, streams: body.stream, isChat, refusal });
    else if (!body.stream) json(response, 200, send.answers(reply));
    else events(response, send.events(reply));
  };
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

function json(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function events(response, list) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of list) {
    if (event.type) response.write(`event: ${event.type}\n`);
    response.write(`data: ${event === "[DONE]" ? event : JSON.stringify(event)}\n\n`);
  }
  response.end();
}

function refuse(response, { reply, streams, isChat, refusal }) {
  const error = {
    message: reply.message,
    type: "invalid_request_error",
    param: "input",
    code: "context_length_exceeded",
  };
  const failed = {
    ...responsesBody({ kind: "text", text: "", ...reply }),
    status: "failed",
    error,
    output: [],
  };
  if (refusal === "failed" && !isChat) {
    if (!streams) return json(response, 200, failed);
    const created = { type: "response.created", response: { ...failed, status: "in_progress", error: null } };
    return events(response, [created, { type: "response.failed", response: failed }]);
  }
  if (refusal === "event" && streams) {
    return events(response, [isChat ? { error } : { type: "error", error, sequence_number: 1 }]);
  }
  return json(response, 400, { error });
}

function chatMessage(reply) {
  if (reply.kind === "text") return { role: "assistant", content: reply.text, refusal: null };
  const tool_calls = reply.calls.map(({ id, name, arguments: values }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(values) },
  }));
  return { role: "assistant", content: null, refusal: null, tool_calls };
}

const chatUsage = ({ inputTokens, outputTokens }) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

function chatBody(reply) {
  const finish_reason = reply.kind === "text" ? "stop" : "tool_calls";
  return {
    id: "chatcmpl-scripted",
    object: "chat.completion",
    created: 0,
    model: "gpt-5",
    choices: [{ index: 0, message: chatMessage(reply), finish_reason, logprobs: null }],
    usage: chatUsage(reply),
  };
}

function chatEvents(reply) {
  const { tool_calls, content } = chatMessage(reply);
  const chunk = (delta, finish_reason = null) => ({
    id: "chatcmpl-scripted",
    object: "chat.completion.chunk",
    created: 0,
    model: "gpt-5",
    choices: [{ index: 0, delta, finish_reason, logprobs: null }],
  });
  const said = tool_calls
    ? { tool_calls: tool_calls.map((call, index) => ({ index, ...call })) }
    : { content };
  return [
    chunk({ role: "assistant", content: "" }),
    chunk(said),
    chunk({}, tool_calls ? "tool_calls" : "stop"),
    { ...chunk({}), choices: [], usage: chatUsage(reply) },
    "[DONE]",
  ];
}

function outputOf(reply) {
  if (reply.kind !== "calls") {
    const part = { type: "output_text", text: reply.text, annotations: [], logprobs: [] };
    return [{ type: "message", id: "msg_scripted", role: "assistant", status: "completed", content: [part] }];
  }
  return reply.calls.map(({ id, name, arguments: values }) => ({
    type: "function_call",
    id: `fc_${id}`,
    call_id: id,
    name,
    arguments: JSON.stringify(values),
    status: "completed",
  }));
}

function responsesBody(reply) {
  return {
    id: "resp_scripted",
    object: "response",
    created_at: 0,
    model: "gpt-5",
    status: "completed",
    error: null,
    incomplete_details: null,
    output: outputOf(reply),
    usage: {
      input_tokens: reply.inputTokens,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: reply.outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: reply.inputTokens + reply.outputTokens,
    },
  };
}

function responsesEvents(reply) {
  const response = responsesBody(reply);
  const items = response.output.flatMap((item, output_index) => [
    { type: "response.output_item.added", output_index, item },
    { type: "response.output_item.done", output_index, item },
  ]);
  return [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    ...items,
    { type: "response.completed", response },
  ].map((event, sequence_number) => ({ ...event, sequence_number }));
}
