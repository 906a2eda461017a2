import type { Vendor } from "./vendor.js";

export const anthropic: Vendor = {
  name: "anthropic",
  title: "Anthropic",
  baseUrl: "https://api.anthropic.com/v1",
  protocols: ["anthropic"],
  auth: "x-api-key",
  keyEnv: "ANTHROPIC_API_KEY",
  examples: ["claude-opus-4-7", "claude-sonnet-4-5"],
  quirks: () => ({}),
  notes: ["Messages requests are passed on as they are."],
};
