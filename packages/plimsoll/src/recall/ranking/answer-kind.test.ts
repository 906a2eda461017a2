import { describe, expect, it } from "vitest";
import { answerKind } from "./answer-kind.js";

describe("the kind of answer that a question asks for", () => {
  it.each([
    ["多久会到？", "三天", "很快"],
    ["How long does it take?", "about 20 minutes", "not long"],
    ["Who signed it?", "Ada Lovelace signed", "it was signed"],
    ["Why did it fail?", "because the disk was full", "the disk was full"],
  ])("is told by its words: %s", (question, answer, other) => {
    const kind = answerKind(question);
    expect(kind?.given.test(answer)).toBe(true);
    expect(kind?.given.test(other)).toBe(false);
  });

  it("is looked for in linear time in a text of nothing but numerals", () => {
    expect(answerKind("多久会到？")?.given.test("一".repeat(200_000))).toBe(false);
  });
});
