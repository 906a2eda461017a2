import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FewStrings } from "./few-strings.js";
import { StringFinder } from "./string-finder.js";

type Found = [index: number, start: number, end: number];

function occurrences(finder: Pick<StringFinder, "scan">, text: string): Found[] {
  const found: Found[] = [];
  finder.scan(text, (index, start, end) => void found.push([index, start, end]));
  return found.sort(([one, first], [other, second]) => one - other || first - second);
}

describe("FewStrings", () => {
  it("finds what the search for all at once finds, overlapping occurrences among it", () => {
    const unit = fc.constantFrom("a", "b", "1", ".", "/");
    const strings = fc.uniqueArray(fc.string({ unit, minLength: 1, maxLength: 4 }), { maxLength: 4 });
    fc.assert(
      fc.property(strings, fc.string({ unit, maxLength: 40 }), (wanted, text) => {
        const few = new FewStrings(wanted, () => false);
        expect(occurrences(few, text)).toEqual(occurrences(new StringFinder(wanted), text));
      }),
    );
  });

  it("looks no further for a string that is done", () => {
    let done = false;
    const starts: number[] = [];
    const few = new FewStrings(["ab"], () => done);
    few.scan("ab ab ab", (_, start) => {
      starts.push(start);
      done = starts.length === 2;
    });
    few.scan("ab", (_, start) => void starts.push(start));
    expect(starts).toEqual([0, 3]);
  });
});
