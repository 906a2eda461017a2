import { PLAIN_MESSAGES } from "./plain-messages.js";
import { PLAIN_RESPONSES } from "./plain-responses.js";
import type { Quirks, Vendor } from "./vendor.js";

const OLD = /^minimax-m[12]|^abab/iu;

function minimaxQuirks(model: string): Quirks {
  const isOld = OLD.test(model);
  return {
    chat: {
      systemRole: isOld ? "user" : "system",
      images: !isOld,
      parallelCalls: false,
      forcedChoice: "never",
      structuredOutput: isOld ? "none" : "json_object",
      thinking: { byDefault: true },
      replay: "always",
      thinkTags: true,
      cumulativeDeltas: true,
      extraBody: { reasoning_split: true },
    },
    responses: PLAIN_RESPONSES,
    anthropic: PLAIN_MESSAGES,
  };
}

export const minimax: Vendor = {
  name: "minimax",
  title: "MiniMax",
  baseUrl: "https://api.minimax.io/v1",
  addresses: { anthropic: "https://api.minimax.io/anthropic/v1" },
  protocols: ["chat", "responses", "anthropic"],
  auth: "bearer",
  keyEnv: "MINIMAX_API_KEY",
  examples: ["MiniMax-M3", "MiniMax-M2.5"],
  quirks: minimaxQuirks,
  notes: ["Only M3 and later are served by its Responses API.", "M2 models cannot stop thinking."],
};
