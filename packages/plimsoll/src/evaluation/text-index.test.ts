import { assert, constantFrom, array, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { TextIndex } from "./text-index.js";

describe("TextIndex", () => {
  it("finds a string by itself and not as a part of a longer word", () => {
    const index = new TextIndex(["see abc12", "src/a.ts"]);
    expect(index.has("abc12")).toBe(true);
    expect(index.has("abc1")).toBe(false);
    expect(index.has("a.ts")).toBe(true);
    expect(index.has("src/a.ts", 1)).toBe(false);
  });

  it("answers as a plain search does, for any texts and any number of them", () => {
    const piece = constantFrom("a", "b", "ab", " ", "/", ".", "#1", "ä");
    const texts = array(array(piece, { maxLength: 6 }), { maxLength: 5 });
    assert(
      property(texts, array(piece, { minLength: 1, maxLength: 4 }), (lists, wanted) => {
        const [joined, string] = [lists.map((list) => list.join("")), wanted.join("")];
        const index = new TextIndex(joined);
        for (let count = 0; count <= joined.length; count++) {
          expect(index.has(string, count)).toBe(plainly(joined.slice(0, count).join("\n"), string));
        }
      }),
    );
  });
});

function plainly(text: string, string: string): boolean {
  const isWord = (character: string | undefined): boolean => /^[\p{L}\p{N}_]$/u.test(character ?? "");
  for (let at = text.indexOf(string); at !== -1; at = text.indexOf(string, at + 1)) {
    const end = at + string.length;
    const joinsBefore = isWord(text[at - 1]) && isWord(text[at]);
    const joinsAfter = isWord(text[end - 1]) && isWord(text[end]);
    if (!joinsBefore && !joinsAfter) return true;
  }
  return false;
}
