import * as fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { boundedSearch, searchWindows } from "./bounded-search.js";

/** Reads on to the end of the text for every match. */
const GREEDY = RE2JS.compile("(?s)a.*x|a");

describe("boundedSearch", () => {
  it("is exact while there are steps for the whole text", () => {
    const { spans, exhaustedAt } = boundedSearch(GREEDY, `a-a-${"b".repeat(5000)}`);
    expect(spans).toEqual([
      { start: 0, end: 1 },
      { start: 2, end: 3 },
    ]);
    expect(exhaustedAt).toBeUndefined();
    expect(boundedSearch(GREEDY, `a-a-${"b".repeat(5000)}x.`).spans).toEqual([{ start: 0, end: 5005 }]);
  });

  it("says where it gave up", () => {
    const { spans, exhaustedAt } = boundedSearch(GREEDY, "a-".repeat(5000), 200_000);
    expect(spans.length).toBeGreaterThan(100);
    expect(spans.length).toBeLessThan(500);
    expect(exhaustedAt).toBe(spans.at(-1)?.end);
  });

  it("follows a match that is longer than its window, and passes gaps that are", () => {
    const pattern = RE2JS.compile("id-\\d+");
    const text = `id-1 id-2 ${"-".repeat(3000)}id-${"5".repeat(3000)} end`;
    const { spans } = searchWindows(pattern, text, { from: 0, steps: 100_000 });
    expect(spans.map((span) => span.end - span.start)).toEqual([4, 4, 3003]);
  });

  it("finds the same in windows as in the whole text, anchors and word borders included", () => {
    const patterns = ["\\bid-\\d+\\b", "(?m)^top$", "[a-z]+", "^top", "p$"].map((source) =>
      RE2JS.compile(source),
    );
    const pieces = fc.constantFrom("top", "\n", "id-1", "id-22", "x", " ", "日本", "😀", "-".repeat(700));
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 40 }), (parts) => {
        const text = parts.join("");
        for (const pattern of patterns) {
          const whole = boundedSearch(pattern, text);
          const windows = searchWindows(pattern, text, { from: 0, steps: Number.POSITIVE_INFINITY });
          expect(windows).toEqual(whole);
        }
      }),
      { numRuns: 200 },
    );
  });
});
