import { agentsRefusals } from "./provider-rules/agents-rules.js";
import { aiSdkRefusals } from "./provider-rules/ai-sdk-rules.js";
import { anthropicRefusals } from "./provider-rules/anthropic-rules.js";
import { chatRefusals } from "./provider-rules/chat-rules.js";
import { geminiRefusals } from "./provider-rules/gemini-rules.js";
import { langchainRefusals } from "./provider-rules/langchain-rules.js";
import { plainRefusals } from "./provider-rules/plain-rules.js";
import { realtimeRefusals } from "./provider-rules/realtime-rules.js";
import { responsesRefusals } from "./provider-rules/responses-rules.js";

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
