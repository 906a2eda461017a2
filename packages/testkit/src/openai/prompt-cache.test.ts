import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPromptCache } from "./prompt-cache.js";
import type { RenderedPrompt } from "./rendered-prompt.js";

function promptOf(texts: readonly string[]): RenderedPrompt {
  const segments = texts.map((text) => ({ text, tokens: text.length }));
  return { segments, tokens: segments.reduce((total, { tokens }) => total + tokens, 0) };
}

const texts = fc.array(
  fc
    .tuple(fc.constantFrom("a", "b"), fc.integer({ min: 1, max: 900 }))
    .map(([letter, times]) => letter.repeat(times)),
  { minLength: 1, maxLength: 8 },
);

describe("createPromptCache", () => {
  it("never reports more than both prompts have in common, in whole steps", () => {
    fc.assert(
      fc.property(texts, texts, (earlier, later) => {
        const cache = createPromptCache();
        cache.add("k", promptOf(earlier));
        const cached = cache.cachedTokens("k", promptOf(later));
        const [first, second] = [earlier.join(""), later.join("")];
        expect(cached % 128).toBe(0);
        expect(cached === 0 || cached >= 1024).toBe(true);
        expect(second.slice(0, cached)).toBe(first.slice(0, cached));
        expect(cached).toBeLessThan(second.length);
      }),
    );
  });

  it("reports an append-only prompt as cached up to the last whole step", () => {
    fc.assert(
      fc.property(texts, texts, (earlier, appended) => {
        const cache = createPromptCache();
        cache.add("k", promptOf(earlier));
        const size = promptOf(earlier).tokens;
        const expected = size < 1024 ? 0 : size - (size % 128);
        expect(cache.cachedTokens("k", promptOf([...earlier, ...appended]))).toBeGreaterThanOrEqual(expected);
      }),
    );
  });

  it("forgets the oldest of many prompts", () => {
    const cache = createPromptCache();
    cache.add("k", promptOf(["a".repeat(2000)]));
    for (let index = 0; index < 16; index += 1) cache.add("k", promptOf([`${index} ${"b".repeat(2000)}`]));
    expect(cache.cachedTokens("k", promptOf(["a".repeat(2000)]))).toBe(0);
  });
});
