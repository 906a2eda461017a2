import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "./seeded-random.js";

describe("seededRandom", () => {
  it("gives the same numbers for the same seed", () => {
    const first = seededRandom(7);
    const second = seededRandom(7);
    expect(Array.from({ length: 100 }, first.next)).toEqual(Array.from({ length: 100 }, second.next));
  });

  it("gives the published mulberry32 sequence, so that seeds mean the same in every version", () => {
    const random = seededRandom(0);
    const values = Array.from({ length: 3 }, () => Math.round(random.next() * 4_294_967_296));
    expect(values).toEqual([1144304738, 1416247, 958946056]);
  });

  it("gives other numbers for another seed", () => {
    expect(seededRandom(1).next()).not.toBe(seededRandom(2).next());
  });

  it("stays inside the bounds it is given", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: -50, max: 50 }), fc.nat(50), (seed, minimum, span) => {
        const value = seededRandom(seed).integer(minimum, minimum + span);
        return Number.isInteger(value) && value >= minimum && value <= minimum + span;
      }),
    );
  });

  it("reaches every entry of a list", () => {
    const random = seededRandom(3);
    const seen = new Set(Array.from({ length: 200 }, () => random.pick(["a", "b", "c", "d"])));
    expect([...seen].sort()).toEqual(["a", "b", "c", "d"]);
  });

  it("refuses to pick from nothing", () => {
    expect(() => seededRandom(1).pick([])).toThrow(RangeError);
  });

  it("takes a chance of 0 as never and of 1 as always", () => {
    const random = seededRandom(11);
    const draws = Array.from({ length: 500 }, () => [random.chance(0), random.chance(1)]);
    expect(draws.every(([never, always]) => !never && always)).toBe(true);
  });
});
