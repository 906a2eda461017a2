import type { FormatKit } from "../format-kit.js";
import { isRecord } from "../../text/is-record.js";
import { CACHE_MARK } from "./with-marked-part.js";
import type { SyntheticEmitter } from "../synthetic-step.js";
import { aiSdkRefusals } from "./ai-sdk-refusals.js";
import { isEmpty } from "./with-part.js";

const emitter: SyntheticEmitter = {
  callIdPrefix: "call_",
  system: (text) => [{ role: "system", content: text }],
  user: (text, meta) => {
    const message = { role: "user", content: [{ type: "text", text }] };
    return isEmpty(meta) ? message : { ...message, providerOptions: { plimsoll: meta } };
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

/** Messages of the Vercel AI SDK. */
export const aiSdkKit: FormatKit = {
  emitter,
  refusals: aiSdkRefusals,
  marked(item) {
    const options = isRecord(item["providerOptions"]) ? item["providerOptions"] : {};
    return { ...item, providerOptions: { ...options, anthropic: { cacheControl: CACHE_MARK } } };
  },
};
