import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packText, unpackText } from "./packed-text.js";

describe("packText", () => {
  it("gives every text back as it was", () => {
    const texts = fc.tuple(fc.string({ unit: "binary", maxLength: 600 }), fc.string({ maxLength: 600 }));
    fc.assert(
      fc.property(texts, fc.constantFrom("", "\ud800", "\ufeff", "→", "日本語"), ([wide, plain], mark) => {
        for (const text of [`${mark}${plain}`.repeat(3), `${mark}${wide}`.repeat(3)])
          expect(unpackText(packText(text))).toBe(text);
      }),
    );
  });

  it("packs a text that one character makes twice as large, and leaves the others", () => {
    const plain = "plain ".repeat(100);
    expect(packText(`${plain}→`)).toHaveLength(plain.length + 3);
    for (const text of [plain, "日".repeat(400), `${plain}\ud800`]) expect(packText(text)).toBe(text);
  });
});
