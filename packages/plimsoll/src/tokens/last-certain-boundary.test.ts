import * as fc from "fast-check";
import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { lastCertainBoundary } from "./last-certain-boundary.js";

const UNITS =
  "a|B|word|Mc|7|42|123|.|,|;|'|'s|'LL|/|//| |  |\t|\n|\r\n|\n\n|\n  |漢|字|。|，|は|ン|々|한|é|e\u0301|ж|½|٣|—|“|\u00a0|\u3000|\u200b|\ufeff|👍|\u0001|(|){|_|²|１".split(
    "|",
  );

describe("lastCertainBoundary", () => {
  it.each([
    ["words", "one two", [6, 3] as const],
    ["a word and its punctuation", "one, two", [4, 4] as const],
    ["lines of code", "f();\n  g();", [7, 5] as const],
    ["clauses without spaces", "漢字，漢字", [4, 2] as const],
    ["a number and a word", "x42y", [3, 3] as const],
  ])("finds the last boundary between %s", (_, text, [end, expected]) => {
    expect(lastCertainBoundary(text, 0, end)).toBe(expected);
  });

  it.each([
    ["one word", "unbroken"],
    ["a contraction", "don't"],
    ["blank lines", "\n  \n  \n"],
    ["spaces in front of a word", "      x"],
    ["punctuation and the newline that belongs to it", ";\n/"],
  ])("finds none inside %s", (_, text) => {
    expect(lastCertainBoundary(text, 0, text.length - 1)).toBe(-1);
  });

  it("returns no index at or before the start", () => {
    expect(lastCertainBoundary("one two", 3, 6)).toBe(-1);
    expect(lastCertainBoundary("one two", 2, 6)).toBe(3);
  });

  it.each([
    ["o200k_base", countO200k],
    ["cl100k_base", countCl100k],
  ])("cuts texts of any kinds of characters without changing their count in %s", (_, countTokens) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...UNITS), { minLength: 2, maxLength: 12 }), (units) => {
        const text = units.join("");
        const whole = countTokens(text);
        for (let end = text.length - 1; end > 0; end--) {
          const cut = lastCertainBoundary(text, 0, end);
          if (cut === -1) break;
          end = cut;
          expect(countTokens(text.slice(0, cut)) + countTokens(text.slice(cut)), `cut at ${cut}`).toBe(whole);
        }
      }),
      { numRuns: scaled(1500) },
    );
  });
});
