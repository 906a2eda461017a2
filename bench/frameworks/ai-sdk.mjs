// The long session on the Vercel AI SDK: with Plimsoll's middleware or prepareStep, with the SDK's own pruning, with nothing.
import {
  APICallError,
  generateText,
  jsonSchema,
  pruneMessages,
  simulateReadableStream,
  stepCountIs,
  streamText,
  tool,
  wrapLanguageModel,
} from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { aiSdk } from "plimsoll";
import { compactingPrepareStep, compactionMiddleware } from "plimsoll/ai-sdk";

export const framework = "Vercel AI SDK";

/** How a request is refused: as the provider packages of the SDK throw it. */
function overflow(message) {
  const error = {
    message,
    type: "invalid_request_error",
    param: "messages",
    code: "context_length_exceeded",
  };
  return new APICallError({
    message,
    url: "http://127.0.0.1/v1/chat/completions",
    requestBodyValues: {},
    statusCode: 400,
    responseBody: JSON.stringify({ error }),
    data: { error },
    isRetryable: false,
  });
}

function usageOf({ inputTokens, outputTokens }) {
  return {
    inputTokens: { total: inputTokens, noCache: inputTokens, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: outputTokens, text: outputTokens, reasoning: 0 },
  };
}

function contentOf(reply) {
  if (reply.kind === "text") return [{ type: "text", text: reply.text }];
  return reply.calls.map(({ id, name, arguments: values }) => ({
    type: "tool-call",
    toolCallId: id,
    toolName: name,
    input: JSON.stringify(values),
  }));
}

const finishOf = ({ kind }) => ({
  unified: kind === "text" ? "stop" : "tool-calls",
  raw: kind === "text" ? "stop" : "tool_calls",
});

export function scriptedModel({ model }, { wait, inStream }) {
  const respond = async ({ prompt, tools }) => {
    const reply = model.respond({ format: aiSdk, items: prompt, tools });
    await wait();
    return reply;
  };
  return new MockLanguageModelV4({
    modelId: "gpt-5",
    async doGenerate(options) {
      const reply = await respond(options);
      if (reply.kind === "overflow") throw overflow(reply.message);
      return {
        content: contentOf(reply),
        finishReason: finishOf(reply),
        usage: usageOf(reply),
        warnings: [],
      };
    },
    async doStream(options) {
      const reply = await respond(options);
      if (reply.kind === "overflow" && !inStream) throw overflow(reply.message);
      const chunks = [{ type: "stream-start", warnings: [] }];
      if (reply.kind === "overflow") chunks.push({ type: "error", error: overflow(reply.message) });
      else {
        for (const part of contentOf(reply)) {
          if (part.type === "tool-call") chunks.push(part);
          else {
            chunks.push({ type: "text-start", id: "0" });
            chunks.push({ type: "text-delta", id: "0", delta: part.text });
            chunks.push({ type: "text-end", id: "0" });
          }
        }
        chunks.push({ type: "finish", finishReason: finishOf(reply), usage: usageOf(reply) });
      }
      return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  });
}

/** A chat loop as the SDK's documentation has it; what differs is the model and the hook before a step. */
function chatLoop(stage, { model, prepareStep, streams = false }) {
  const messages = [];
  const tools = Object.fromEntries(
    stage.session.tools.map(({ name, description, parameters }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(parameters),
        execute: async (values) => stage.execute({ name, arguments: values }),
      }),
    ]),
  );
  return {
    history: () => messages.map((message) => JSON.stringify(message)),
    async turn({ user, protected: isProtected }) {
      messages.push({
        role: "user",
        content: user,
        ...(isProtected ? { providerOptions: { plimsoll: { protected: true } } } : {}),
      });
      const { instructions } = stage.session;
      const settings = { model, instructions, messages, tools, maxRetries: 0, stopWhen: stepCountIs(12) };
      if (prepareStep) settings.prepareStep = prepareStep;
      if (!streams) {
        const { text, responseMessages } = await generateText(settings);
        messages.push(...responseMessages);
        return text;
      }
      let failure;
      const result = streamText({ ...settings, onError: ({ error }) => void (failure = error) });
      await result.consumeStream();
      if (failure) throw failure;
      messages.push(...(await result.responseMessages));
      return await result.text;
    },
  };
}

function pruning(stage, { wait, toolCalls }) {
  const prepareStep = ({ messages }) => ({
    messages: pruneMessages({ messages, reasoning: "all", toolCalls, emptyMessages: "remove" }),
  });
  return chatLoop(stage, { model: scriptedModel(stage, { wait }), prepareStep });
}

const at = (stage, options) => ({ maxContextTokens: stage.session.window, ...options });

/** Ways to run the session; each takes the stage and `{wait, inStream, ...options of Plimsoll}`. */
export const variants = {
  none: (stage, { wait }) => chatLoop(stage, { model: scriptedModel(stage, { wait }) }),
  plimsoll(stage, { wait, inStream, ...options }) {
    const middleware = compactionMiddleware(at(stage, options));
    const model = wrapLanguageModel({ model: scriptedModel(stage, { wait, inStream }), middleware });
    return { ...chatLoop(stage, { model }), close: () => middleware.close() };
  },
  "plimsoll, streaming"(stage, { wait, inStream, ...options }) {
    const middleware = compactionMiddleware(at(stage, options));
    const model = wrapLanguageModel({ model: scriptedModel(stage, { wait, inStream }), middleware });
    return { ...chatLoop(stage, { model, streams: true }), close: () => middleware.close() };
  },
  "plimsoll, prepareStep"(stage, { wait, inStream, ...options }) {
    const prepareStep = compactingPrepareStep({
      sessionId: "long",
      tools: stage.session.tools,
      ...at(stage, options),
    });
    return chatLoop(stage, { model: scriptedModel(stage, { wait, inStream }), prepareStep });
  },
  "pruneMessages, without tool calls before the last 2 messages": (stage, { wait }) =>
    pruning(stage, { wait, toolCalls: "before-last-2-messages" }),
  "pruneMessages, without tool calls before the last 10 messages": (stage, { wait }) =>
    pruning(stage, { wait, toolCalls: "before-last-10-messages" }),
};
