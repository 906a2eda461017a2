import type { FormatKit } from "../format-kit.js";
import type { SyntheticEmitter } from "../synthetic-step.js";
import { geminiRefusals } from "./gemini-refusals.js";
import { compactObject, withMeta, withPart } from "./with-part.js";

/** The vendor's ids may be absent, on either side. */
const geminiId = (id: string): { id?: string } => (id === "" ? {} : { id });

const emitter: SyntheticEmitter = {
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

/** Contents of Gemini. */
export const geminiKit: FormatKit = {
  emitter,
  refusals: geminiRefusals,
};
