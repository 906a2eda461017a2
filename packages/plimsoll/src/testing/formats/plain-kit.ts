import type { FormatKit } from "../format-kit.js";
import type { SyntheticEmitter } from "../synthetic-step.js";
import { plainRefusals } from "./plain-refusals.js";
import { withMeta } from "./with-part.js";

const emitter: SyntheticEmitter = {
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

/** Messages with a role, a text and metadata. */
export const plainKit: FormatKit = {
  emitter,
  refusals: plainRefusals,
};
