import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { collapseBlanks, StringFinder } from "./string-finder.js";

function occurrences(strings: readonly string[], text: string): string[] {
  const found: string[] = [];
  new StringFinder(strings).scan(text, (index, start, end) => found.push(`${index} ${start} ${end}`));
  return found.sort();
}

function naive(strings: readonly string[], text: string): string[] {
  const found: string[] = [];
  strings.forEach((string, index) => {
    for (let at = text.indexOf(string); at >= 0; at = text.indexOf(string, at + 1))
      found.push(`${index} ${at} ${at + string.length}`);
  });
  return found.sort();
}

describe("StringFinder", () => {
  it("finds every occurrence of every string, overlapping, nested and doubled ones too", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "不"), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 8 }),
        fc.string({ unit: fc.constantFrom("a", "b", "不"), maxLength: 60 }),
        (strings, text) => {
          expect(occurrences(strings, text)).toEqual(naive(strings, text));
        },
      ),
      { numRuns: scaled(300) },
    );
  });

  it("takes any white space between words, and tells where the string really stands", () => {
    expect(occurrences(["never push  to main"], "so:\n  Never, never\n\tpush to\u3000main.")).toEqual([
      "0 13 32",
    ]);
  });

  it("compares strings longer than what it indexes to their first character", () => {
    const tail = "x y ".repeat(60);
    expect(occurrences([`one ${tail}`, `two ${tail}`], `and two ${tail} end`)).toEqual([
      `1 4 ${4 + collapseBlanks(`two ${tail}`).length}`,
    ]);
  });

  it("tells strings apart that end alike, however many and whatever white space the text has", () => {
    const tail = "x y ".repeat(60);
    const strings = Array.from({ length: 40 }, (_, index) => `rule ${index} ${tail}`);
    const text = `a\nrule   7\n\t${tail} and rule 39 ${tail.replaceAll(" ", "  ")}, not rule 40 ${tail}`;
    const found = occurrences(strings, text).map((one) => Number(one.split(" ")[0]));
    expect(found).toEqual([39, 7]);
  });

  it("never finds an empty string", () => {
    expect(occurrences(["", " ", "a"], "a b")).toEqual(["2 0 1"]);
  });
});
