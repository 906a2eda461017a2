import { openaiQuirks } from "./openai.js";
import type { Vendor } from "./vendor.js";

export const azure: Vendor = {
  name: "azure",
  title: "Azure OpenAI",
  protocols: ["responses", "chat"],
  auth: "api-key",
  keyEnv: "AZURE_OPENAI_API_KEY",
  examples: ["gpt-5.4", "gpt-4.1"],
  quirks: openaiQuirks,
  notes: [
    "The address is that of the resource, with `/openai/v1` at its end.",
    "The model is the name of a deployment: name it after its model, so that its quirks are known.",
  ],
};
