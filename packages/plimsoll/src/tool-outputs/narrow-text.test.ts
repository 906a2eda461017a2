import { describe, expect, it } from "vitest";
import { narrowText } from "./narrow-text.js";

const PLAIN = "Report of the stock\r\n".repeat(20);
const wide = (text: string): string => Array.from(text, (character) => `${character}\u0000`).join("");

describe("narrowText", () => {
  it("reads text of two bytes a character, of either order, with or without a mark", () => {
    expect(narrowText(wide(PLAIN))).toBe(PLAIN);
    expect(narrowText(`\u00ff\u00fe${wide(PLAIN)}`)).toBe(PLAIN);
    expect(narrowText(`\u00fe\u00ff${Array.from(PLAIN, (character) => `\u0000${character}`).join("")}`)).toBe(
      PLAIN,
    );
  });

  it("leaves other text and bytes alone", () => {
    const bytes = Array.from({ length: 400 }, (_, index) => String.fromCharCode((index * 37) % 256)).join("");
    for (const text of [PLAIN, bytes, "\u0000".repeat(400), "a\u0000b"]) expect(narrowText(text)).toBe(text);
  });
});
