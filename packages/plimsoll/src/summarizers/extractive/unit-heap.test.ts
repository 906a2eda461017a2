import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UnitHeap } from "./unit-heap.js";

describe("UnitHeap", () => {
  it("gives units by score, of equal scores the newest first", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }), (scores) => {
        const heap = new UnitHeap(Float64Array.from(scores), Int32Array.from(scores.keys()));
        const order: number[] = [];
        while (heap.size > 0) {
          order.push(heap.top);
          heap.removeTop();
        }
        const expected = [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || b - a);
        expect(order).toEqual(expected);
      }),
    );
  });

  it("moves a lowered unit to its place", () => {
    const heap = new UnitHeap(Float64Array.from([3, 2, 1]), Int32Array.from([0, 1, 2]));
    heap.lowerTop(1.5);
    expect(heap.top).toBe(1);
    heap.removeTop();
    expect(heap.top).toBe(0);
    expect(heap.topScore).toBe(1.5);
  });

  it("takes in units later, in their place", () => {
    const heap = new UnitHeap(new Float64Array([3, 1]), new Int32Array([0, 1]));
    for (let unit = 2; unit < 200; unit++) heap.push(unit, (unit * 7919) % 211);
    const scores: number[] = [];
    while (heap.size > 0) {
      scores.push(heap.topScore);
      heap.removeTop();
    }
    expect(scores).toHaveLength(200);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });
});
