import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countWords } from "./count-words.js";

describe("counting words", () => {
  it("counts each word once, in any case and inside longer words", () => {
    expect(countWords("The Foxglove", ["fox", "FOX", "glove", "cat"])).toBe(2);
    expect(countWords("src/foo.ts", ["SRC/FOO.TS", ".", "*"])).toBe(2);
    expect(countWords("", ["a"])).toBe(0);
  });

  it("passes over empty words", () => {
    expect(countWords("text", ["", ""])).toBe(0);
    expect(countWords("text", [])).toBe(0);
  });

  it("finds a Greek word whichever sigma ends it", () => {
    expect(countWords("ΟΔΟΣΗΜΑΝΣΗ", ["οδος"])).toBe(1);
    expect(countWords("οδός οδος", ["ΟΔΟΣ"])).toBe(1);
  });

  it("finds every part of a text", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat(), (text, start, length) => {
        const from = start % text.length;
        const part = text.slice(from, from + 1 + (length % text.length));
        expect(countWords(text, [part])).toBe(1);
      }),
    );
  });

  it("refuses words that are none", () => {
    const refused = expect.objectContaining({ code: "INVALID_INPUT" });
    expect(() => countWords("x", "x" as unknown as string[])).toThrow(refused);
    expect(() => countWords("x", [7] as unknown as string[])).toThrow(refused);
  });
});
