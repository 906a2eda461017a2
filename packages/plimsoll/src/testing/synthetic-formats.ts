import { agents, aiSdk, langchain, realtime } from "./synthetic-framework-emitters.js";
import type { SyntheticEmitter } from "./synthetic-step.js";

export const SYNTHETIC_FORMATS = [
  "responses",
  "chat",
  "anthropic",
  "gemini",
  "plain",
  "agents",
  "ai-sdk",
  "langchain",
  "realtime",
] as const;
export type SyntheticFormat = (typeof SYNTHETIC_FORMATS)[number];

/** An object without the keys whose value is `undefined`, so that the items are plain JSON. */
function compactObject(entries: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}

/** The message with one more part behind those of `key`. */
function withPart(message: object, key: string, part: object): object {
  const parts: unknown = Reflect.get(message, key);
  const own: unknown[] = Array.isArray(parts) ? parts : [{ type: "text", text: parts }];
  return { ...message, [key]: [...own, part] };
}

const withMeta = (item: object, meta: Readonly<Record<string, unknown>>): object =>
  Object.keys(meta).length === 0 ? item : { ...item, meta };

const responses: SyntheticEmitter = {
  callIdPrefix: "call_",
  system: (text) => [{ type: "message", role: "developer", content: [{ type: "input_text", text }] }],
  user: (text, meta) =>
    withMeta({ type: "message", role: "user", content: [{ type: "input_text", text }] }, meta),
  withImage: (message, data) =>
    withPart(message, "content", { type: "input_image", image_url: `data:image/png;base64,${data}` }),
  step: ({ id, reasoning, text, calls }) => {
    const items: object[] = [];
    if (reasoning !== "") {
      items.push({
        type: "reasoning",
        id: `rs_${id}`,
        summary: [{ type: "summary_text", text: reasoning }],
        encrypted_content: `gAAAA${id.repeat(6)}`,
      });
    }
    if (text !== "") {
      items.push({
        type: "message",
        id: `msg_${id}`,
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text, annotations: [] }],
      });
    }
    for (const [index, call] of calls.entries()) {
      items.push({
        type: "function_call",
        id: `fc_${id}${index}`,
        call_id: call.id,
        name: call.name,
        arguments: JSON.stringify(call.arguments),
        status: "completed",
      });
    }
    return items;
  },
  results: (results) =>
    results.map(({ callId, text }) => ({ type: "function_call_output", call_id: callId, output: text })),
};

const chat: SyntheticEmitter = {
  callIdPrefix: "call_",
  system: (text) => [{ role: "system", content: text }],
  user: (text, meta) => withMeta({ role: "user", content: text }, meta),
  withImage: (message, data) =>
    withPart(message, "content", {
      type: "image_url",
      image_url: { url: `data:image/png;base64,${data}` },
    }),
  step: ({ reasoning, text, calls }) => [
    compactObject({
      role: "assistant",
      content: text === "" ? null : text,
      reasoning_content: reasoning === "" ? undefined : reasoning,
      tool_calls:
        calls.length === 0
          ? undefined
          : calls.map((call) => ({
              id: call.id,
              type: "function",
              function: { name: call.name, arguments: JSON.stringify(call.arguments) },
            })),
    }),
  ],
  results: (results) =>
    results.map(({ callId, text }) => ({ role: "tool", tool_call_id: callId, content: text })),
};

const anthropic: SyntheticEmitter = {
  callIdPrefix: "toolu_",
  system: () => [],
  user: (text, meta) => withMeta({ role: "user", content: [{ type: "text", text }] }, meta),
  withImage: (message, data) =>
    withPart(message, "content", {
      type: "image",
      source: { type: "base64", media_type: "image/png", data },
    }),
  step: ({ id, reasoning, text, calls }) => [
    {
      role: "assistant",
      content: [
        ...(reasoning === ""
          ? []
          : [{ type: "thinking", thinking: reasoning, signature: `Er${id.repeat(6)}` }]),
        ...(text === "" ? [] : [{ type: "text", text }]),
        ...calls.map((call) => ({ type: "tool_use", id: call.id, name: call.name, input: call.arguments })),
      ],
    },
  ],
  results: (results) => [
    {
      role: "user",
      content: results.map(({ callId, text }) => ({
        type: "tool_result",
        tool_use_id: callId,
        content: [{ type: "text", text }],
        is_error: false,
      })),
    },
  ],
};

/** The vendor's ids may be absent, on either side. */
const geminiId = (id: string): { id?: string } => (id === "" ? {} : { id });

const gemini: SyntheticEmitter = {
  callIdPrefix: "fc_",
  idsOptional: true,
  system: () => [],
  user: (text, meta) => withMeta({ role: "user", parts: [{ text }] }, meta),
  withImage: (message, data) => withPart(message, "parts", { inlineData: { mimeType: "image/png", data } }),
  step: ({ id, reasoning, text, calls }) => [
    {
      role: "model",
      parts: [
        ...(reasoning === "" ? [] : [{ text: reasoning, thought: true }]),
        ...(text === "" ? [] : [{ text }]),
        ...calls.map((call, index) =>
          compactObject({
            functionCall: { ...geminiId(call.id), name: call.name, args: call.arguments },
            // The vendor signs the first call of a step only.
            thoughtSignature: reasoning !== "" && index === 0 ? `Cg${id.repeat(6)}` : undefined,
          }),
        ),
      ],
    },
  ],
  results: (results) => [
    {
      role: "user",
      parts: results.map(({ callId, name, text }) => ({
        functionResponse: { ...geminiId(callId), name, response: { output: text } },
      })),
    },
  ],
};

const plain: SyntheticEmitter = {
  callIdPrefix: "call_",
  system: (text) => [{ role: "system", content: text }],
  user: (text, meta) => withMeta({ role: "user", content: text }, meta),
  // A plain message has no place for reasoning.
  step: ({ text, calls }) => {
    const toolCalls = calls.map((call) => ({
      id: call.id,
      name: call.name,
      arguments: JSON.stringify(call.arguments),
    }));
    return [
      withMeta({ role: "assistant", content: text }, calls.length === 0 ? {} : { tool_calls: toolCalls }),
    ];
  },
  results: (results) =>
    results.map(({ callId, name, text }) => ({
      role: "tool",
      content: text,
      meta: { call_id: callId, name },
    })),
};

export const SYNTHETIC_EMITTERS: Readonly<Record<SyntheticFormat, SyntheticEmitter>> = {
  responses,
  chat,
  anthropic,
  gemini,
  plain,
  agents,
  "ai-sdk": aiSdk,
  langchain,
  realtime,
};
