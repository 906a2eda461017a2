// The rule of Codex for what a compaction keeps beside its summary (codex-rs/core/src/compact.rs), written anew:
// messages of the user, newest first, up to 20,000 tokens; the one that does not fit loses its middle.
import { largestFitting } from "./largest-fitting.mjs";
import { textOf, userItem } from "./steps.mjs";

const MAX_TOKENS = 20_000;
const BYTES_PER_TOKEN = 4;
/** What Codex itself puts into the user's mouth is no message of the user. */
const CONTEXT = [
  "<environment_context>",
  "<user_instructions>",
  "# AGENTS.md instructions",
  "<turn_aborted>",
];

const bytes = (text) => Buffer.byteLength(text, "utf8");
const approximateTokens = (text) => Math.ceil(bytes(text) / BYTES_PER_TOKEN);

function withoutMiddle(text, tokens) {
  const budget = tokens * BYTES_PER_TOKEN;
  const buffer = Buffer.from(text, "utf8");
  const whole = (part) => part.toString("utf8").replaceAll("\uFFFD", "");
  const left = Math.floor(budget / 2);
  const right = budget - left;
  const removed = Math.ceil((buffer.length - budget) / BYTES_PER_TOKEN);
  return `${whole(buffer.subarray(0, left))}…${removed} tokens truncated…${whole(buffer.subarray(buffer.length - right))}`;
}

function newestMessages(texts, maxTokens) {
  const kept = [];
  let left = maxTokens;
  for (const text of texts.toReversed()) {
    if (left <= 0) break;
    const tokens = approximateTokens(text);
    kept.push(tokens <= left ? text : withoutMiddle(text, left));
    left -= tokens;
  }
  return kept.reverse().map(userItem);
}

/** The user's messages alone: the summary needs a model. */
export async function keepLikeCodex({ items, target, size }) {
  const texts = items
    .filter((item) => item.role === "user")
    .map((item) => textOf(item.content))
    .filter((text) => !CONTEXT.some((prefix) => text.trimStart().startsWith(prefix)));
  const windowAt = (maxTokens) => newestMessages(texts, maxTokens);
  return largestFitting({ low: 0, high: MAX_TOKENS, windowAt, size, target });
}
