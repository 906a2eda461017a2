import type { FormatKit } from "../format-kit.js";
import type { SyntheticEmitter } from "../synthetic-step.js";
import { langchainRefusals } from "./langchain-refusals.js";
import { withMarkedPart } from "./with-marked-part.js";
import { isEmpty } from "./with-part.js";

const emitter: SyntheticEmitter = {
  callIdPrefix: "call_",
  system: (text) => [{ type: "system", content: text }],
  user: (text, meta) => {
    const message = { type: "human", content: text };
    return isEmpty(meta) ? message : { ...message, additional_kwargs: meta };
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

/** Messages of LangChain in their plain form. */
export const langchainKit: FormatKit = {
  emitter,
  refusals: langchainRefusals,
  freshFields: () => ({ response_metadata: { model_name: "other" } }),
  marked: withMarkedPart,
};
