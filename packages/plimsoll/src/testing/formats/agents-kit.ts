import type { FormatKit } from "../format-kit.js";
import type { SyntheticEmitter } from "../synthetic-step.js";
import { agentsRefusals } from "./agents-refusals.js";
import { isEmpty } from "./with-part.js";

const emitter: SyntheticEmitter = {
  callIdPrefix: "call_",
  system: (text) => [{ type: "message", role: "system", content: text }],
  user: (text, meta) => {
    const message = { type: "message", role: "user", content: text };
    return isEmpty(meta) ? message : { ...message, meta };
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

/** Items of the OpenAI Agents SDK. */
export const agentsKit: FormatKit = {
  emitter,
  refusals: agentsRefusals,
  freshFields: () => ({ status: "in_progress" }),
};
