import type { JsonRecord } from "../../json/json-record.js";
import { type AnthropicMessage, type Block, isThinking } from "./anthropic-message.js";

const MARK = { cache_control: { type: "ephemeral" } };

/** The parts of a request that a prompt cache covers, in the order in which it does. */
interface CachedParts {
  readonly tools: readonly JsonRecord[];
  readonly system: readonly Block[];
  readonly messages: readonly AnthropicMessage[];
}

/**
 * Marks where the cache is written and read: behind tools and system prompt, which all conversations of a client share, and behind
 * the last two messages of the user, of which the older one is where the request before ended.
 */
export function markForCache({ tools, system, messages }: CachedParts): CachedParts {
  const users = messages.filter(({ role }) => role === "user").slice(-2);
  return {
    tools: system.length === 0 ? markLast(tools) : tools,
    system: markLast(system),
    messages: messages.map((message) =>
      users.includes(message) ? { ...message, content: markLast(message.content) } : message,
    ),
  };
}

function markLast<Entry extends JsonRecord>(entries: readonly Entry[]): Entry[] {
  const last = entries.at(-1);
  if (last === undefined || isThinking(last as unknown as Block)) return [...entries];
  return [...entries.slice(0, -1), { ...last, ...MARK }];
}
