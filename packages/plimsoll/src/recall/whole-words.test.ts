import { describe, expect, it } from "vitest";
import { wholeWords } from "./whole-words.js";

describe("wholeWords", () => {
  const text = "see packages/archive/src/probe.ts:57 and packages/store/read.ts";

  it("widens a place to the words that it begins and ends in", () => {
    const place = { start: text.indexOf("ckages/archive"), end: text.indexOf("/read.ts") };
    expect(wholeWords(text, place)).toBe("packages/archive/src/probe.ts:57 and packages/store/read.ts");
  });

  it("leaves a place that begins and ends between words", () => {
    expect(wholeWords(text, { start: 3, end: 37 })).toBe("packages/archive/src/probe.ts:57");
    expect(wholeWords(text, { start: 4, end: 36 })).toBe("packages/archive/src/probe.ts:57");
    expect(wholeWords(text, { start: 0, end: text.length })).toBe(text);
  });

  it("cuts writing without spaces where it is", () => {
    const long = "字".repeat(1000);
    expect(wholeWords(long, { start: 400, end: 500 })).toBe("字".repeat(100));
  });

  it("never leaves half a character", () => {
    const long = "😀".repeat(500);
    expect(wholeWords(long, { start: 401, end: 501 })).toBe("😀".repeat(49));
  });
});
