import type { SyntheticEmitter } from "./synthetic-step.js";

type Meta = Readonly<Record<string, unknown>>;

const without = (meta: Meta): boolean => Object.keys(meta).length === 0;

/** Items of the OpenAI Agents SDK. */
export const agents: SyntheticEmitter = {
  callIdPrefix: "call_",
  system: (text) => [{ type: "message", role: "system", content: text }],
  user: (text, meta) => {
    const message = { type: "message", role: "user", content: text };
    return without(meta) ? message : { ...message, meta };
  },
  withImage: (message, data) => ({
    ...message,
    content: [
      { type: "input_text", text: String(Reflect.get(message, "content")) },
      { type: "input_image", image: `data:image/png;base64,${data}` },
    ],
  }),
  step: ({ id, reasoning, text, calls }) => {
    const items: object[] = [];
    if (reasoning !== "") {
      items.push({
        type: "reasoning",
        id: `rs_${id}`,
        content: [{ type: "input_text", text: reasoning }],
        providerData: { encrypted_content: `gAAAA${id.repeat(6)}` },
      });
    }
    if (text !== "") {
      items.push({
        type: "message",
        id: `msg_${id}`,
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text }],
      });
    }
    for (const [index, call] of calls.entries()) {
      items.push({
        type: "function_call",
        id: `fc_${id}${index}`,
        callId: call.id,
        name: call.name,
        arguments: JSON.stringify(call.arguments),
        status: "completed",
      });
    }
    return items;
  },
  results: (results) =>
    results.map(({ callId, name, text }) => ({
      type: "function_call_result",
      name,
      callId,
      status: "completed",
      output: { type: "text", text },
    })),
};

/** Messages of the Vercel AI SDK. */
export const aiSdk: SyntheticEmitter = {
  callIdPrefix: "call_",
  system: (text) => [{ role: "system", content: text }],
  user: (text, meta) => {
    const message = { role: "user", content: [{ type: "text", text }] };
    return without(meta) ? message : { ...message, providerOptions: { plimsoll: meta } };
  },
  withImage: (message, data) => ({
    ...message,
    content: [
      ...(Reflect.get(message, "content") as object[]),
      { type: "file", mediaType: "image/png", data },
    ],
  }),
  step: ({ reasoning, text, calls }) => [
    {
      role: "assistant",
      content: [
        ...(reasoning === "" ? [] : [{ type: "reasoning", text: reasoning }]),
        ...(text === "" ? [] : [{ type: "text", text }]),
        ...calls.map((call) => ({
          type: "tool-call",
          toolCallId: call.id,
          toolName: call.name,
          input: call.arguments,
        })),
      ],
    },
  ],
  results: (results) => [
    {
      role: "tool",
      content: results.map(({ callId, name, text }) => ({
        type: "tool-result",
        toolCallId: callId,
        toolName: name,
        output: { type: "text", value: text },
      })),
    },
  ],
};

/** Messages of LangChain in their plain form. */
export const langchain: SyntheticEmitter = {
  callIdPrefix: "call_",
  system: (text) => [{ type: "system", content: text }],
  user: (text, meta) => {
    const message = { type: "human", content: text };
    return without(meta) ? message : { ...message, additional_kwargs: meta };
  },
  withImage: (message, data) => ({
    ...message,
    content: [
      { type: "text", text: String(Reflect.get(message, "content")) },
      { type: "image_url", image_url: { url: `data:image/png;base64,${data}` } },
    ],
  }),
  step: ({ reasoning, text, calls }) => {
    const thought = { type: "reasoning", reasoning };
    const said = text === "" ? [] : [{ type: "text", text }];
    const message = { type: "ai", content: reasoning === "" ? text : [thought, ...said] };
    const toolCalls = calls.map((call) => ({
      type: "tool_call",
      id: call.id,
      name: call.name,
      args: call.arguments,
    }));
    return [calls.length === 0 ? message : { ...message, tool_calls: toolCalls }];
  },
  results: (results) =>
    results.map(({ callId, name, text }) => ({ type: "tool", content: text, tool_call_id: callId, name })),
};

/** Items of an OpenAI Realtime conversation, which has neither images, reasoning nor metadata. */
export const realtime: SyntheticEmitter = {
  callIdPrefix: "call_",
  system: (text) => [{ type: "message", role: "system", content: [{ type: "input_text", text }] }],
  user: (text) => ({ type: "message", role: "user", content: [{ type: "input_text", text }] }),
  step: ({ id, text, calls }) => [
    ...(text === ""
      ? []
      : [{ id: `item_${id}`, type: "message", role: "assistant", content: [{ type: "output_text", text }] }]),
    ...calls.map((call, index) => ({
      id: `item_${id}${index}`,
      type: "function_call",
      call_id: call.id,
      name: call.name,
      arguments: JSON.stringify(call.arguments),
    })),
  ],
  results: (results) =>
    results.map(({ callId, text }) => ({ type: "function_call_output", call_id: callId, output: text })),
};
