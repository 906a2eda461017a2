import type { FormatKit } from "../format-kit.js";
import type { SyntheticEmitter } from "../synthetic-step.js";
import { chatRefusals } from "./chat-refusals.js";
import { withMarkedPart } from "./with-marked-part.js";
import { compactObject, withMeta, withPart } from "./with-part.js";

const emitter: SyntheticEmitter = {
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

/** Messages of Chat Completions. */
export const chatKit: FormatKit = {
  emitter,
  refusals: chatRefusals,
  marked: withMarkedPart,
};
