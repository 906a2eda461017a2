import { describe, expect, it } from "vitest";
import { makeEvidence } from "./make-evidence.js";
import { withoutEncodedRuns } from "./without-encoded-runs.js";

const BYTES = Buffer.from(Array.from({ length: 30_000 }, (_, index) => (index * 7919 + (index >> 3)) % 256));
const BASE64 = BYTES.toString("base64");

describe("withoutEncodedRuns", () => {
  it("cuts base64 and hexadecimal digits to their beginning and length", () => {
    expect(withoutEncodedRuns(`a url(data:image/png;base64,${BASE64}) b`)).toBe(
      `a url(data:image/png;base64,${BASE64.slice(0, 24)}…[${BASE64.length} encoded characters]) b`,
    );
    const hex = BYTES.toString("hex");
    expect(withoutEncodedRuns(`key ${hex}`)).toBe(
      `key ${hex.slice(0, 24)}…[${hex.length} encoded characters]`,
    );
  });

  it.each([
    `/srv/${"some-folder/".repeat(40)}file.ts`,
    "_".repeat(400),
    "very_long_name_of_a_thing_".repeat(20),
    "1234567890".repeat(50),
    "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
  ])("leaves %s", (text) => {
    expect(withoutEncodedRuns(text)).toBe(text);
  });
});

describe("evidence of text with encoded data in it", () => {
  it("spends its budget on the text", () => {
    const rules = Array.from(
      { length: 60 },
      (_, index) => `.icon-${index} { background: url(data:image/png;base64,${BASE64}) }`,
    );
    const { text } = makeEvidence(
      { text: `loading styles\n${rules.join("\n")}\nerror: icon 61 is missing` },
      { maxTokens: 500, count: (part) => Math.ceil(part.length / 4) },
    );
    expect(text).toContain("loading styles");
    expect(text).toContain(".icon-59");
    expect(text).toContain("error: icon 61 is missing");
    expect(text).not.toMatch(/[A-Za-z0-9+/]{100}/);
  });
});
