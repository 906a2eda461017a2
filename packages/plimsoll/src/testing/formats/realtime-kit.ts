import type { FormatKit } from "../format-kit.js";
import type { SyntheticEmitter } from "../synthetic-step.js";
import { realtimeRefusals } from "./realtime-refusals.js";

const emitter: SyntheticEmitter = {
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

/** Items of an OpenAI Realtime conversation, which has neither images, reasoning nor metadata. */
export const realtimeKit: FormatKit = {
  emitter,
  refusals: realtimeRefusals,
  freshFields: () => ({ status: "in_progress" }),
};
