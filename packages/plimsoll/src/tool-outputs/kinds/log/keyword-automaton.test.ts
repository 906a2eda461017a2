import { describe, expect, it } from "vitest";
import { createKeywordAutomaton } from "./keyword-automaton.js";

function marksOf(text: string, words: readonly (readonly [string, number])[]): number {
  const { classes, classCount, next, marks } = createKeywordAutomaton(words);
  let state = 0;
  let found = 0;
  for (const character of text) {
    state = next[state * classCount + (classes[character.charCodeAt(0)] ?? 0)] ?? 0;
    found |= marks[state] ?? 0;
  }
  return found;
}

describe("createKeywordAutomaton", () => {
  it("finds words of any case, also where one starts inside another", () => {
    const words = [
      ["fail", 1],
      ["ailment", 2],
      ["not ok", 4],
    ] as const;
    expect(marksOf("it FAILED", words)).toBe(1);
    expect(marksOf("failment", words)).toBe(3);
    expect(marksOf("nnot ok 3", words)).toBe(4);
    expect(marksOf("fai lment", words)).toBe(0);
  });
});
