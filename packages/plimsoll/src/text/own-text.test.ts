import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownText } from "./own-text.js";

describe("ownText", () => {
  it("is the text, whatever is in it", () => {
    const parts = fc.array(
      fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("\ufeff", "\ud800", "é\0")),
    );
    fc.assert(
      fc.property(parts, (texts) => {
        expect(ownText(texts.join(""))).toBe(texts.join(""));
      }),
    );
  });
});
