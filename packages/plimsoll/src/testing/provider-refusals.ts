import { agentsRefusals } from "./formats/agents-refusals.js";
import { aiSdkRefusals } from "./formats/ai-sdk-refusals.js";
import { anthropicRefusals } from "./formats/anthropic-refusals.js";
import { chatRefusals } from "./formats/chat-refusals.js";
import { geminiRefusals } from "./formats/gemini-refusals.js";
import { langchainRefusals } from "./formats/langchain-refusals.js";
import { plainRefusals } from "./formats/plain-refusals.js";
import { realtimeRefusals } from "./formats/realtime-refusals.js";
import { responsesRefusals } from "./formats/responses-refusals.js";

const RULES: Readonly<Record<string, (items: readonly unknown[]) => string[]>> = {
  responses: responsesRefusals,
  chat: chatRefusals,
  anthropic: anthropicRefusals,
  gemini: geminiRefusals,
  agents: agentsRefusals,
  "ai-sdk": aiSdkRefusals,
  langchain: langchainRefusals,
  realtime: realtimeRefusals,
  plain: plainRefusals,
};

/**
 * What a provider would refuse of a list that it is sent, one message per refusal; empty for one that it takes. Reads the
 * wire shapes themselves, not the library's views of them.
 */
export function providerRefusals(formatName: string, items: readonly unknown[]): string[] {
  const rules = RULES[formatName];
  if (!rules) throw new RangeError(`There are no rules for the format "${formatName}".`);
  return rules(items);
}
