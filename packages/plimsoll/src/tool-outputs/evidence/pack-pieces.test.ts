import { describe, expect, it } from "vitest";
import { packPieces } from "./pack-pieces.js";
import type { EvidenceView, Piece } from "./piece.js";
import { PieceCounter } from "./piece-counter.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const pack = (view: EvidenceView, maxTokens: number): { text: string; keptLines: number } => {
  const { parts, keptLines } = packPieces(view, { maxTokens, counter: new PieceCounter({ count }) });
  return { text: parts.join(""), keptLines };
};
const piece = (order: number, text: string, value: number): Piece => ({ order, text, value, lines: 1 });
const view = (pieces: readonly Piece[], marksGaps = true) => ({ pieces, facts: [], marksGaps });

describe("packPieces", () => {
  it("prints the most valuable pieces in their original order with marks for what is missing", () => {
    const pieces = [
      piece(0, "zero ".repeat(20), 1),
      piece(1, "one", 90),
      piece(5, "five", 95),
      piece(6, "six", 60),
    ];
    const packed = pack(view(pieces), 12);
    expect(packed.text).toBe("…\none\n…\nfive\nsix");
    expect(packed.keptLines).toBe(3);
  });

  it("says how many lines are missing where there is room for it", () => {
    const packed = pack(view([piece(0, "a", 1), piece(9, "b", 1)]), 900);
    expect(packed.text).toBe("a\n… 8 lines\nb");
  });

  it("uses the brief form where the essential pieces do not fit, and the full one where room is left", () => {
    const pieces = Array.from({ length: 4 }, (_, index) => ({
      ...piece(index, `${index} ${"long ".repeat(20)}`, 100 - index),
      brief: `${index} brief`,
    }));
    const packed = pack(view(pieces, false), 60);
    const lines = packed.text.split("\n");
    expect(lines[0]).toContain("long long");
    expect(lines.slice(1).every((line) => /^(?:1 long|\d brief)/.test(line))).toBe(true);
    expect(lines).toHaveLength(4);
    expect(count(packed.text)).toBeLessThanOrEqual(60);
  });

  it("prints the heading of a group once", () => {
    const pieces = [
      { ...piece(0, "1: x", 90), group: "file.ts" },
      { ...piece(1, "2: y", 90), group: "file.ts" },
    ];
    expect(pack(view(pieces, false), 50).text).toBe("file.ts\n1: x\n2: y");
  });

  it("cuts the best piece where not even that fits", () => {
    const packed = pack(view([piece(0, "x".repeat(400), 100)]), 10);
    expect(packed.text).toMatch(/^x+…$/);
    expect(count(packed.text)).toBeLessThanOrEqual(10);
  });
});
