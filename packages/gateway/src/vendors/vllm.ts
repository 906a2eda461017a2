import { localModels } from "./local-models.js";
import { PLAIN_MESSAGES } from "./plain-messages.js";
import { PLAIN_RESPONSES } from "./plain-responses.js";
import type { Vendor } from "./vendor.js";

export const vllm: Vendor = {
  name: "vllm",
  title: "vLLM",
  baseUrl: "http://127.0.0.1:8000/v1",
  protocols: ["chat", "responses", "anthropic"],
  auth: "bearer",
  keyEnv: "VLLM_API_KEY",
  examples: ["Qwen/Qwen3-32B", "openai/gpt-oss-120b"],
  quirks: (model) => ({
    chat: { ...localModels(model), reasoningField: "reasoning" },
    responses: { ...PLAIN_RESPONSES, encryptedReasoning: false },
    anthropic: PLAIN_MESSAGES,
  }),
  notes: [
    "Start it with `--enable-auto-tool-choice`, a tool parser and a reasoning parser.",
    "`/v1/models` names the window.",
  ],
};
