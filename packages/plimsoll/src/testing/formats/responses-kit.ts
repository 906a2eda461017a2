import type { FormatKit } from "../format-kit.js";
import type { SyntheticEmitter } from "../synthetic-step.js";
import { responsesRefusals } from "./responses-refusals.js";
import { withMeta, withPart } from "./with-part.js";

const emitter: SyntheticEmitter = {
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

/** Items of the OpenAI Responses API. */
export const responsesKit: FormatKit = {
  emitter,
  refusals: responsesRefusals,
  freshFields: ({ type }) => (type === "reasoning" ? undefined : { status: "in_progress" }),
};
