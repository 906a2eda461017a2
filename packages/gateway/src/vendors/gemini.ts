import type { Vendor } from "./vendor.js";

export const gemini: Vendor = {
  name: "gemini",
  title: "Google Gemini",
  baseUrl: "https://generativelanguage.googleapis.com/v1beta",
  protocols: ["gemini"],
  auth: "x-goog-api-key",
  keyEnv: "GEMINI_API_KEY",
  examples: ["gemini-3-pro-preview", "gemini-2.5-pro"],
  quirks: () => ({}),
  notes: ["Images and files must be inline: this gateway fetches no addresses."],
};
