import { describe, expect, it } from "vitest";
import { indexedText } from "../artifacts/word-trigrams.js";
import { trigramQuery } from "./trigram-query.js";

describe("trigramQuery", () => {
  it("asks for every trigram of a word once, quoted", () => {
    expect(trigramQuery("abcabc")).toBe('"abc" AND "bca" AND "cab"');
    expect(trigramQuery('a"b')).toBe('"a""b"');
    expect(trigramQuery("😀é漢")).toBe('"😀é漢"');
  });

  it("asks for a bounded number of trigrams of a long word, the first and the last among them", () => {
    const word = Array.from({ length: 3_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join("");
    const trigrams = trigramQuery(word)?.split(" AND ") ?? [];
    expect(trigrams).toHaveLength(32);
    expect(trigrams[0]).toBe(`"${word.slice(0, 3)}"`);
    expect(trigrams.at(-1)).toBe(`"${word.slice(-3)}"`);
  });

  it("leaves what the index cannot tell to a scan", () => {
    for (const word of ["ab", "a", "😀😀", "ab\ud800", "\udc00abc"])
      expect(trigramQuery(word)).toBeUndefined();
  });
});

describe("indexedText", () => {
  it("has one case, and no character at which SQLite stops", () => {
    expect(indexedText("ΟΔΟΣ A\u0000B")).toBe("οδοσ a\ufffdb");
    expect(indexedText("a\ud800")).toBeUndefined();
  });
});
