import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { printable, printableJson, printableLine, printableLines, printableName } from "./printable.js";

/** What a terminal acts on, hides or reorders. */
const UNSAFE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
/** Text in which such characters are not rare. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.string({ unit: "binary", maxLength: 2 }),
    fc.constantFrom(
      "\u001b[2J",
      "\u001b]0;t\u0007",
      "\u009b31m",
      "\u202e",
      "\u2066",
      "\n",
      "\r",
      "\r\n",
      "\u2028",
      "a",
    ),
  ),
});

describe("printable", () => {
  it("leaves no control character but tab and line feed", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(printable(text)).not.toMatch(UNSAFE);
      }),
      { numRuns: scaled(1000) },
    );
  });

  it("keeps a name on its line", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(printableName(text)).not.toMatch(UNSAFE);
        expect(printableName(text)).not.toMatch(/[\n\t]/);
      }),
      { numRuns: scaled(1000) },
    );
  });

  it("lets no further line of a message begin like one of ours", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(
          printableLines(text)
            .split("\n")
            .slice(1)
            .every((line) => line.startsWith(" ")),
        ).toBe(true);
      }),
      { numRuns: scaled(1000) },
    );
  });

  it("keeps text in any language", () => {
    for (const text of ["Grüße,\t世界\n🙂", "👩‍👩‍👧", "नमस्ते", "می‌خواهم"]) expect(printable(text)).toBe(text);
  });

  it("cuts a line without halving a character", () => {
    expect(printableLine("🙂🙂🙂🙂", 3)).toBe("🙂🙂…");
    expect(printableLine("two\n  lines", 20)).toBe("two lines");
  });

  it("gives JSON of the same value", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const json = printableJson({ text });
        expect(JSON.parse(json)).toEqual({ text });
        expect(json.replaceAll("\n", "")).not.toMatch(UNSAFE);
      }),
      { numRuns: scaled(1000) },
    );
  });
});
