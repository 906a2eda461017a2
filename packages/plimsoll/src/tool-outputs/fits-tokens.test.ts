import { describe, expect, it } from "vitest";
import { fitsTokens } from "./fits-tokens.js";

const words = (text: string): number => text.split(" ").length;

describe("fitsTokens", () => {
  it("counts a text of ordinary length, and only a part of a long one", () => {
    const lengths: number[] = [];
    const count = (text: string): number => {
      lengths.push(text.length);
      return words(text);
    };
    expect(fitsTokens("one two three", { maxTokens: 3, count })).toBe(true);
    expect(fitsTokens("word ".repeat(200), { maxTokens: 10, count })).toBe(false);
    expect(lengths).toEqual([13, 80]);
  });

  it("asks for no count that is known", () => {
    const count = (): number => {
      throw new Error("counted");
    };
    expect(fitsTokens("one two three", { maxTokens: 3, count, known: () => 4 })).toBe(false);
    expect(fitsTokens("one two three", { maxTokens: 4, count, known: () => 4 })).toBe(true);
  });
});
