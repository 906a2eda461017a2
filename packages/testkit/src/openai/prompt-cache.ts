import type { PromptSegment, RenderedPrompt } from "./rendered-prompt.js";

/** Remembers which prompts were processed, as a provider's prompt cache does. */
export interface PromptCache {
  /** The tokens at the start of the prompt that an earlier prompt under the same key began with. */
  cachedTokens(key: string, prompt: RenderedPrompt): number;
  add(key: string, prompt: RenderedPrompt): void;
}

const MIN_CACHED_TOKENS = 1024;
const STEP_TOKENS = 128;
/** Prompts per key; the oldest goes first. */
const MAX_PROMPTS = 16;

/** The share of a text that another one begins with, in the tokens of the segment. */
function commonPart(segment: PromptSegment, other: PromptSegment): number {
  const length = Math.min(segment.text.length, other.text.length);
  let same = 0;
  while (same < length && segment.text.charCodeAt(same) === other.text.charCodeAt(same)) same += 1;
  return Math.floor((segment.tokens * same) / Math.max(1, segment.text.length));
}

function commonTokens(prompt: RenderedPrompt, earlier: RenderedPrompt): number {
  let tokens = 0;
  for (const [index, segment] of prompt.segments.entries()) {
    const other = earlier.segments[index];
    if (other === undefined) return tokens;
    if (other !== segment && other.text !== segment.text) return tokens + commonPart(segment, other);
    tokens += segment.tokens;
  }
  return tokens;
}

export function createPromptCache(): PromptCache {
  const prompts = new Map<string, RenderedPrompt[]>();
  return {
    cachedTokens(key, prompt) {
      const common = (prompts.get(key) ?? []).map((earlier) => commonTokens(prompt, earlier));
      // The last token is always processed: the answer starts from it.
      const longest = Math.min(Math.max(0, ...common), prompt.tokens - 1);
      return longest < MIN_CACHED_TOKENS ? 0 : longest - (longest % STEP_TOKENS);
    },
    add(key, prompt) {
      prompts.set(key, [...(prompts.get(key) ?? []), prompt].slice(-MAX_PROMPTS));
    },
  };
}
