import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { PIECE_LIMIT, RUN_LIMIT, splitForTokenizer } from "./split-for-tokenizer.js";

/** Every kind of character that a pre-tokenizer would swallow whole, however long the run. */
const HOSTILE_UNITS: Record<string, string> = JSON.parse(
  readFileSync(new URL("__fixtures__/hostile-units.json", import.meta.url), "utf8"),
);

describe("splitForTokenizer", () => {
  it("gives no piece for the empty text and one for a short text", () => {
    expect(splitForTokenizer("")).toEqual([]);
    expect(splitForTokenizer("short")).toEqual(["short"]);
  });

  it("bounds every piece of a megabyte of one kind of character", () => {
    for (const [kind, unit] of Object.entries(HOSTILE_UNITS)) {
      const text = unit.repeat(Math.ceil(1_000_000 / unit.length));
      const pieces = splitForTokenizer(text);
      const longest = pieces.reduce((most, piece) => Math.max(most, piece.length), 0);
      expect(longest, kind).toBeLessThanOrEqual(RUN_LIMIT);
      expect(pieces.join("") === text, kind).toBe(true);
    }
  });

  it("joins to the same text, in bounded pieces that never begin inside a surrogate pair", () => {
    const text = fc
      .array(
        fc.tuple(
          fc.oneof(
            fc.string({ unit: "binary", minLength: 1 }),
            fc.constantFrom(...Object.values(HOSTILE_UNITS)),
          ),
          fc.integer({ min: 1, max: 900 }),
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.map(([unit, times]) => unit.repeat(times)).join(""));
    fc.assert(
      fc.property(text, (whole) => {
        const pieces = splitForTokenizer(whole);
        expect(pieces.join("") === whole).toBe(true);
        for (const [index, piece] of pieces.entries()) {
          expect(piece.length).toBeGreaterThan(0);
          expect(piece.length).toBeLessThanOrEqual(PIECE_LIMIT);
          const last = pieces[index - 1]?.at(-1) ?? "";
          expect(/^[\ud800-\udbff]$/.test(last) && /^[\udc00-\udfff]/.test(piece)).toBe(false);
        }
      }),
      { numRuns: scaled(200) },
    );
  });

  it("cuts ordinary prose only in front of white space or punctuation", () => {
    const pieces = splitForTokenizer("It isn't done, she said; we'll see. ".repeat(400));
    expect(pieces.length).toBeGreaterThan(3);
    for (const piece of pieces.slice(1)) expect(piece).toMatch(/^[ ,;.]/);
  });
});
