import { describe, expect, it } from "vitest";
import { evidenceOf, recordedOutput } from "./recorded-outputs-test-support.js";

describe("evidence of a text without a known structure", () => {
  it("is its two ends, more of the first than of the last", () => {
    const whole = recordedOutput("opaque", "one-line").trimEnd();
    const [, head = "", , tail = ""] = evidenceOf(["opaque", "one-line"], 200).split("\n");
    expect(whole.startsWith(head)).toBe(true);
    expect(whole.endsWith(tail)).toBe(true);
    expect(head.length).toBeGreaterThan(tail.length);
    expect(tail.length).toBeGreaterThan(100);
  });
});
