import { localModels } from "./local-models.js";
import { PLAIN_MESSAGES } from "./plain-messages.js";
import { PLAIN_RESPONSES } from "./plain-responses.js";
import type { Vendor } from "./vendor.js";

export const llamaCpp: Vendor = {
  name: "llama-cpp",
  title: "llama.cpp",
  baseUrl: "http://127.0.0.1:8080/v1",
  protocols: ["chat", "responses", "anthropic"],
  auth: "none",
  examples: ["gpt-oss-20b", "gemma-3-27b"],
  quirks: (model) => ({
    chat: { ...localModels(model), namedChoice: false },
    responses: { ...PLAIN_RESPONSES, encryptedReasoning: false },
    anthropic: PLAIN_MESSAGES,
  }),
  notes: ["Start it with `--jinja` for tool calls. `/props` names the window."],
};
