import { describe, expect, it } from "vitest";
import { splitSentences } from "./split-sentences.js";

const pieces = (text: string): string[] =>
  splitSentences(text).map(({ start, end }) => text.slice(start, end));

describe("splitSentences", () => {
  it("splits at sentence ends and at line breaks, without surrounding blanks", () => {
    expect(pieces("One. Two!  Three?\n\n  Four")).toEqual(["One.", "Two!", "Three?", "Four"]);
  });

  it("keeps dots inside names, numbers and paths", () => {
    expect(pieces("See v1.2.3 in a.b/c.ts now. Done")).toEqual(["See v1.2.3 in a.b/c.ts now.", "Done"]);
  });

  it("splits Chinese and Japanese text, which has no blanks behind a stop", () => {
    expect(pieces("请修复它。不要改测试！好吗？はい。")).toEqual([
      "请修复它。",
      "不要改测试！",
      "好吗？",
      "はい。",
    ]);
  });

  it("keeps a closing quote with its sentence", () => {
    expect(pieces("彼は「はい。」と言った。He said (no.) Then left.")).toEqual([
      "彼は「はい。」",
      "と言った。",
      "He said (no.) Then left.",
    ]);
  });

  it("cuts a sentence above 300 characters in pieces that make up the whole", () => {
    const text = "word ".repeat(200).trim();
    const cut = splitSentences(text);
    expect(cut.every(({ start, end }) => end - start <= 300)).toBe(true);
    expect(cut.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
  });

  it("never cuts inside a surrogate pair", () => {
    const text = `a${"😀".repeat(400)}`;
    for (const piece of pieces(text)) expect(() => encodeURIComponent(piece)).not.toThrow();
  });
});
