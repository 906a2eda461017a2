import { describe, expect, it } from "vitest";
import { PieceCollector } from "./piece-collector.js";

describe("PieceCollector", () => {
  it("keeps the most valuable of many, and of equal ones the earlier", () => {
    const collector = new PieceCollector(3);
    for (let order = 0; order < 100; order += 1) {
      collector.add({ order, text: "", value: order === 77 ? 9 : 5, lines: 1 });
    }
    expect(
      collector
        .pieces()
        .map((piece) => piece.order)
        .sort((left, right) => left - right),
    ).toEqual([0, 1, 77]);
    expect(collector.accepts(5)).toBe(false);
    expect(collector.accepts(6)).toBe(true);
  });
});
