import { localModels } from "./local-models.js";
import { PLAIN_MESSAGES } from "./plain-messages.js";
import { PLAIN_RESPONSES } from "./plain-responses.js";
import type { Vendor } from "./vendor.js";

export const lmstudio: Vendor = {
  name: "lmstudio",
  title: "LM Studio",
  baseUrl: "http://127.0.0.1:1234/v1",
  protocols: ["chat", "responses", "anthropic"],
  auth: "none",
  examples: ["qwen/qwen3-30b-a3b"],
  quirks: (model) => ({
    chat: {
      ...localModels(model),
      reasoningField: "reasoning",
      namedChoice: false,
      imageAddresses: false,
      structuredOutput: "json_schema_only",
    },
    responses: { ...PLAIN_RESPONSES, tools: ["function", "mcp"], stateful: true },
    anthropic: PLAIN_MESSAGES,
  }),
  notes: ["The window is the one that the model was loaded with, which may be less than it can."],
};
