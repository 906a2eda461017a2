import { describe, expect, it } from "vitest";
import { PieceCounts } from "./piece-counts.js";
import { PieceText } from "./piece-text.js";

function counting() {
  const asked: string[] = [];
  const counts = new PieceCounts((piece) => {
    asked.push(piece);
    return piece.length;
  });
  const pieceText = new PieceText();
  const tokens = (text: string, start: number, end: number) => {
    pieceText.fill(text);
    return counts.tokens(pieceText, start, end);
  };
  return { tokens, asked };
}

describe("PieceCounts", () => {
  it("asks for a piece once, wherever it stands", () => {
    const { tokens, asked } = counting();
    expect(tokens("one two", 3, 7)).toBe(4);
    expect(tokens(" two one two", 0, 4)).toBe(4);
    expect(tokens(" two one two", 8, 12)).toBe(4);
    expect(asked).toEqual([" two"]);
  });

  it("tells a piece from its own beginning and from one that is as long", () => {
    const { tokens, asked } = counting();
    for (const end of [1, 2, 3]) expect(tokens("abc", 0, end)).toBe(end);
    expect(tokens("abd", 0, 3)).toBe(3);
    expect(asked).toEqual(["a", "ab", "abc", "abd"]);
  });

  it("does not remember what is long", () => {
    const { tokens, asked } = counting();
    const long = "x".repeat(200);
    expect(tokens(long, 0, 200)).toBe(200);
    expect(tokens(long, 0, 200)).toBe(200);
    expect(asked).toHaveLength(2);
  });

  it("answers the same when it is full and starts anew", () => {
    const { tokens } = counting();
    for (let round = 0; round < 2; round++) {
      for (let number = 0; number < 100_000; number++) {
        const piece = `p${number}`;
        if (tokens(piece, 0, piece.length) !== piece.length) expect(piece).toBe("counted right");
      }
    }
  });
});
