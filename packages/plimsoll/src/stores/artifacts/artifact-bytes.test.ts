import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { artifactBytes, artifactText } from "./artifact-bytes.js";

const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
});

describe("the bytes of an artifact", () => {
  it("give every text back, code unit by code unit", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(artifactText(artifactBytes(text))).toBe(text);
      }),
      { examples: [[""], ["\u0000"], ["\ufeffx"], ["\ud800"], ["\udc00\ud800"], ["👻"], ["\u0008\u0010"]] },
    );
  });

  it("give a large text with a lone surrogate back", () => {
    const text = `${"0123456789é漢".repeat(30_000)}\ud800`;
    expect(artifactText(artifactBytes(text)) === text).toBe(true);
  });

  it("are UTF-8 behind one byte where the text is well-formed", () => {
    expect(Buffer.from(artifactBytes("né\n")).toString("hex")).toBe("086ec3a90a");
    expect(Buffer.from(artifactBytes("n\ud800")).toString("hex")).toBe("106e0000d8");
  });

  it.each([
    ["nothing", []],
    ["an unknown first byte", [7, 65]],
    ["broken UTF-8", [8, 0xff]],
    ["half a code unit", [16, 65]],
  ])("are refused as damaged if they are %s", (_, bytes) => {
    expect(() => artifactText(Uint8Array.from(bytes))).toThrow(
      expect.objectContaining({ code: "STORE_UNAVAILABLE", message: expect.stringContaining("damaged") }),
    );
  });
});
