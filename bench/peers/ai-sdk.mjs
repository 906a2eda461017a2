// The AI SDK's pruneMessages, which drops tool calls and reasoning but counts nothing.
import { pruneMessages } from "ai";
import { largestFitting } from "./largest-fitting.mjs";
import { modelMessages } from "./model-messages.mjs";

/** Tool calls before the last N messages go, N as large as fits; if all words together are too many, the oldest messages go too. */
export async function pruneWithAiSdk({ items, target, size }) {
  const { messages, itemsOf } = modelMessages(items);
  const pruned = (toolCalls) => pruneMessages({ messages, reasoning: "before-last-message", toolCalls });
  const windowAt = (last) =>
    (last === 0 ? pruned("all") : pruned(`before-last-${last}-messages`)).flatMap(itemsOf);
  const window = await largestFitting({ low: 0, high: messages.length, windowAt, size, target });
  if (size(window) <= target) return window;
  const words = pruned("all");
  const newest = (count) => (count === 0 ? [] : words.slice(-count).flatMap(itemsOf));
  return largestFitting({ low: 0, high: words.length, windowAt: newest, size, target });
}
