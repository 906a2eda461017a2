import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { shareTexts, unshareTexts } from "./shared-texts.js";

const SAID = "Never push to the main branch of this repository.";

describe("shareTexts", () => {
  it("gives every value back, those that look like references too", () => {
    const texts = fc.constantFrom(SAID, "@0", "@@1", "@", `@${SAID}`, "short");
    const values = fc.oneof(fc.jsonValue(), fc.array(fc.record({ id: texts, of: fc.array(texts) })));
    fc.assert(
      fc.property(values, (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(unshareTexts(JSON.parse(JSON.stringify(shareTexts(plain))))).toEqual(plain);
      }),
      { numRuns: scaled(1000) },
    );
  });

  it("writes a text once, however often it occurs", () => {
    const value = Array.from({ length: 100 }, () => ({ said: SAID }));
    expect(JSON.stringify(shareTexts(value)).split(SAID)).toHaveLength(2);
  });

  it("refuses a reference to nothing", () => {
    expect(() => unshareTexts({ texts: [], value: "@3" })).toThrow("which is missing");
  });
});
