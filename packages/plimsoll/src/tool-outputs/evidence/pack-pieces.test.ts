import { describe, expect, it } from "vitest";
import { packPieces } from "./pack-pieces.js";
import type { Piece } from "./piece.js";

const count = (text: string): number => Math.ceil(text.length / 4);
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
    const packed = packPieces(view(pieces), { maxTokens: 12, count });
    expect(packed.text).toBe("…\none\n…\nfive\nsix");
    expect(packed.keptLines).toBe(3);
  });

  it("says how many lines are missing where there is room for it", () => {
    const packed = packPieces(view([piece(0, "a", 1), piece(9, "b", 1)]), { maxTokens: 900, count });
    expect(packed.text).toBe("a\n… 8 lines\nb");
  });

  it("uses the brief form where the essential pieces do not fit, and the full one where room is left", () => {
    const pieces = Array.from({ length: 4 }, (_, index) => ({
      ...piece(index, `${index} ${"long ".repeat(20)}`, 100 - index),
      brief: `${index} brief`,
    }));
    const packed = packPieces(view(pieces, false), { maxTokens: 60, count });
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
    expect(packPieces(view(pieces, false), { maxTokens: 50, count }).text).toBe("file.ts\n1: x\n2: y");
  });

  it("cuts the best piece where not even that fits", () => {
    const packed = packPieces(view([piece(0, "x".repeat(400), 100)]), { maxTokens: 10, count });
    expect(packed.text).toMatch(/^x+…$/);
    expect(count(packed.text)).toBeLessThanOrEqual(10);
  });
});
