import * as fc from "fast-check";
import { countTokens as countCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countO200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { certainSeams } from "./certain-seams.js";

const UNITS =
  "a|B|word|Mc|7|42|1234567|.|,|;|'|'s|/|//| |  |\t|\n|\r\n|\n\n|\n  |…|漢|字|。|は|한|é|e\u0301|ж|½|—|\u00a0|👍|(|){|_|²".split(
    "|",
  );
const text = fc.array(fc.constantFrom(...UNITS), { maxLength: 12 }).map((units) => units.join(""));

describe.each([
  ["o200k_base", countO200k],
  ["cl100k_base", countCl100k],
] as const)("certainSeams of %s", (_, count) => {
  it("never says that a text has more tokens than it has", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(certainSeams.atLeast(given, Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(count(given));
      }),
      { numRuns: scaled(2000) },
    );
  });

  it("says that counts add up only where they do", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (parts) => {
        fc.pre(certainSeams.addUp(parts));
        expect(parts.reduce((sum, part) => sum + count(part), 0)).toBe(count(parts.join("")));
      }),
      { numRuns: scaled(2000) },
    );
  });
});

describe("certainSeams", () => {
  it("adds up lines of code, prose and marks for what is left out", () => {
    expect(certainSeams.addUp(["[code 120 chars]\n", "…\n", "  return 1;\n", "…\n", "done."])).toBe(true);
  });

  it("does not add up a word that goes on, blank lines, or a part long enough to be cut by its length", () => {
    expect(certainSeams.addUp(["un", "broken"])).toBe(false);
    expect(certainSeams.addUp(["one\n", "\n", "two"])).toBe(false);
    expect(certainSeams.addUp(["x".repeat(600), " y"])).toBe(false);
  });

  it("looks no further than the limit", () => {
    expect(certainSeams.atLeast("one two three four five", 1)).toBe(3);
    expect(certainSeams.atLeast("", 0)).toBe(0);
  });
});
