import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { HashIndex } from "./hash-index.js";

describe("HashIndex", () => {
  it("answers as a map does, however many hashes share their low bits", () => {
    const hash = fc.oneof(
      fc.integer(),
      fc.integer({ min: 0, max: 40 }).map((low) => low << 16),
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(hash, fc.nat(1_000_000)), { maxLength: 300 }),
        fc.array(hash),
        (entries, asked) => {
          const index = new HashIndex();
          const map = new Map<number, number>();
          for (const [key, number] of entries) {
            index.set(key, number);
            map.set(key, number);
          }
          for (const key of [...asked, ...map.keys()]) expect(index.get(key)).toBe(map.get(key) ?? -1);
        },
      ),
      { numRuns: scaled(300) },
    );
  });

  it("grows", () => {
    const index = new HashIndex();
    for (let number = 0; number < 20_000; number++) index.set(Math.imul(number, 0x9e3779b1), number);
    for (let number = 0; number < 20_000; number++)
      expect(index.get(Math.imul(number, 0x9e3779b1))).toBe(number);
  });
});
