import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printable, printableJson, printableLine } from "./printable.js";

describe("printable", () => {
  it("leaves no control character but tab and line feed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(printable(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
      }),
      { numRuns: 1000 },
    );
  });

  it("keeps text in any language", () => {
    expect(printable("Grüße,\t世界\n🙂")).toBe("Grüße,\t世界\n🙂");
  });

  it("cuts a line without halving a character", () => {
    expect(printableLine("🙂🙂🙂🙂", 3)).toBe("🙂🙂…");
    expect(printableLine("two\n  lines", 20)).toBe("two lines");
  });

  it("gives JSON of the same value", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const json = printableJson({ text });
        expect(JSON.parse(json)).toEqual({ text });
        expect(json).not.toMatch(/[\u007f-\u009f]/);
      }),
      { numRuns: 1000 },
    );
  });
});
