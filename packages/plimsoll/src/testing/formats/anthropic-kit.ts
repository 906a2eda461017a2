import type { FormatKit } from "../format-kit.js";
import type { SyntheticEmitter } from "../synthetic-step.js";
import { anthropicRefusals } from "./anthropic-refusals.js";
import { withMarkedPart } from "./with-marked-part.js";
import { withMeta, withPart } from "./with-part.js";

const emitter: SyntheticEmitter = {
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

/** Messages of Anthropic. */
export const anthropicKit: FormatKit = {
  emitter,
  refusals: anthropicRefusals,
  marked: withMarkedPart,
};
