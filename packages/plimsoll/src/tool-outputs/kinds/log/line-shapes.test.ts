import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineShapes } from "./line-shapes.js";

describe("LineShapes", () => {
  it("knows every shape again, whether its hash is read as signed or unsigned", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 32 - 1 }), { maxLength: 60 }),
        (hashes) => {
          const shapes = new LineShapes(1000);
          const seen = new Map<number, number>();
          for (const hash of hashes) {
            expect(shapes.add(hash)).toBe(seen.get(hash | 0) ?? 0);
            seen.set(hash | 0, (seen.get(hash | 0) ?? 0) + 1);
          }
          for (const hash of hashes) expect(shapes.countOf(hash)).toBe(seen.get(hash | 0));
        },
      ),
    );
  });

  it("counts a hundred thousand lines of one shape as one, the empty line too", () => {
    const shapes = new LineShapes(100_000);
    const emptyLine = 0x811c9dc5;
    for (let line = 0; line < 100_000; line += 1) expect(shapes.add(emptyLine)).toBe(line);
    expect(shapes.countOf(emptyLine)).toBe(100_000);
  });

  it("gives up on shapes that are made to collide, and counts those as never seen", () => {
    const shapes = new LineShapes(1_000_000);
    // The inverse of the factor by which a hash finds its slot: these all want the first one.
    const colliding = Array.from({ length: 1000 }, (_, index) => Math.imul(index, 0xe8b2f51));
    for (const hash of colliding) shapes.add(hash);
    const again = colliding.map((hash) => shapes.add(hash));
    expect(again.filter((times) => times === 1).length).toBeGreaterThan(100);
    expect(again.filter((times) => times === 0).length).toBeGreaterThan(500);
  });
});
