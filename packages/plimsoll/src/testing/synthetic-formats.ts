import type { FormatKit } from "./format-kit.js";
import { agentsKit } from "./formats/agents-kit.js";
import { aiSdkKit } from "./formats/ai-sdk-kit.js";
import { anthropicKit } from "./formats/anthropic-kit.js";
import { chatKit } from "./formats/chat-kit.js";
import { geminiKit } from "./formats/gemini-kit.js";
import { langchainKit } from "./formats/langchain-kit.js";
import { plainKit } from "./formats/plain-kit.js";
import { realtimeKit } from "./formats/realtime-kit.js";
import { responsesKit } from "./formats/responses-kit.js";

/** The formats that the testing kit can speak, by the names of the formats themselves. */
const KITS = {
  responses: responsesKit as FormatKit,
  chat: chatKit as FormatKit,
  anthropic: anthropicKit as FormatKit,
  gemini: geminiKit as FormatKit,
  plain: plainKit as FormatKit,
  agents: agentsKit as FormatKit,
  "ai-sdk": aiSdkKit as FormatKit,
  langchain: langchainKit as FormatKit,
  realtime: realtimeKit as FormatKit,
};

export type SyntheticFormat = keyof typeof KITS;

export const SYNTHETIC_FORMATS: readonly SyntheticFormat[] = Object.keys(KITS) as SyntheticFormat[];

/** Throws for a format that the testing kit does not speak. */
export function formatKit(name: string): FormatKit {
  if (Object.hasOwn(KITS, name)) return KITS[name as SyntheticFormat];
  throw new RangeError(`The testing kit does not know the format "${name}".`);
}
