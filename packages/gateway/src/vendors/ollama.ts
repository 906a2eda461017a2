import { localModels } from "./local-models.js";
import { PLAIN_MESSAGES } from "./plain-messages.js";
import { PLAIN_RESPONSES } from "./plain-responses.js";
import type { Vendor } from "./vendor.js";

const EFFORTS = {
  none: "none",
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
  max: "high",
};

export const ollama: Vendor = {
  name: "ollama",
  title: "Ollama",
  baseUrl: "http://127.0.0.1:11434/v1",
  protocols: ["chat", "responses", "anthropic"],
  auth: "none",
  examples: ["qwen3:32b"],
  quirks: (model) => ({
    chat: {
      ...localModels(model),
      reasoningField: "reasoning",
      parallelCalls: false,
      thinking: {
        byDefault: localModels(model).thinking?.byDefault ?? false,
        effortField: "reasoning_effort",
        efforts: EFFORTS,
      },
    },
    responses: PLAIN_RESPONSES,
    anthropic: PLAIN_MESSAGES,
  }),
  notes: [
    "A prompt over `num_ctx` loses its oldest messages without a word: set OLLAMA_CONTEXT_LENGTH, and the same window here.",
  ],
};
