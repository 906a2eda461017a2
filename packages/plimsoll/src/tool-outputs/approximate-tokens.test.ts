import { describe, expect, it } from "vitest";
import { approximateTokens } from "./approximate-tokens.js";

const byWords = (text: string): number => text.split(" ").length - 1;

describe("approximateTokens", () => {
  it("counts a short text exactly", () => {
    expect(approximateTokens("one two three ", byWords)).toBe(3);
  });

  it("looks at all parts of a long text, and counts no more than samples", () => {
    let counted = 0;
    const tokens = approximateTokens(`${"word ".repeat(200_000)}${"x".repeat(1_000_000)}`, (part) => {
      counted += part.length;
      return byWords(part);
    });
    expect(tokens).toBeGreaterThan(150_000);
    expect(tokens).toBeLessThan(250_000);
    expect(counted).toBe(32_000);
  });
});
