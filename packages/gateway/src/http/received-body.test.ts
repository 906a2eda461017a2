import fc from "fast-check";
import { scaled } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import { ReceivedBody } from "./received-body.js";

const bytes = fc.uint8Array({ minLength: 0, maxLength: 9_000 });

/** The same bytes, cut where the numbers say. */
function cut(whole: Buffer, places: readonly number[]): ReceivedBody {
  const ends = [0, ...places.filter((place) => place <= whole.length).sort((a, b) => a - b), whole.length];
  return new ReceivedBody(ends.slice(1).map((end, index) => whole.subarray(ends[index], end)));
}

describe("a received body", () => {
  it("is what came, wherever it was cut", () => {
    const places = fc.array(fc.nat(9_000), { maxLength: 4 });
    fc.assert(
      fc.property(
        bytes,
        fc.tuple(places, places),
        fc.tuple(fc.nat(9_000), fc.nat(9_000)),
        (given, [first, second], [from, to]) => {
          const whole = Buffer.from(given);
          const [body, other] = [cut(whole, first), cut(Buffer.concat([Buffer.from("head"), whole]), second)];
          const range = [
            Math.min(from, to, whole.length),
            Math.min(Math.max(from, to), whole.length),
          ] as const;
          expect(body.length).toBe(whole.length);
          expect(body.slice(...range).equals(whole.subarray(...range))).toBe(true);
          expect(body.repeats(...range, { other, at: range[0] + 4 })).toBe(true);
          expect(body.whole.equals(whole)).toBe(true);
          expect(body.slice(...range).equals(whole.subarray(...range))).toBe(true);
        },
      ),
      { numRuns: scaled(400) },
    );
  });

  it("repeats nothing that differs in one byte, or is longer", () => {
    const whole = Buffer.alloc(20_000, "x");
    const changed = Buffer.from(whole);
    changed[12_345] = 0;
    const [body, other] = [cut(whole, [5_000, 11_000]), cut(changed, [7_000])];
    expect(body.repeats(0, 12_345, { other, at: 0 })).toBe(true);
    expect(body.repeats(0, 12_346, { other, at: 0 })).toBe(false);
    expect(body.repeats(12_340, 20_000, { other, at: 12_340 })).toBe(false);
    expect(body.repeats(0, 100, { other, at: 19_950 })).toBe(false);
    expect(body.repeats(19_950, 20_050, { other, at: 0 })).toBe(false);
  });

  it("keeps no heap of tiny pieces", () => {
    const body = new ReceivedBody(Array.from({ length: 10_000 }, () => Buffer.from("a")));
    expect(body.begin.length).toBe(10_000);
  });
});
