import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { characterEstimator } from "../testing/character-estimator.js";
import { evidenceReference } from "./evidence-reference.js";
import { makeEvidence } from "./make-evidence.js";
import { evidencePointer, isPointer, shortEvidence } from "./short-evidence.js";

const count = (text: string): number => characterEstimator.count(text);
const reference = `art_${"0".repeat(32)}`;
const evidenceOf = (text: string, maxTokens: number): string =>
  makeEvidence({ text }, { maxTokens, count, reference }).text;

describe("evidence that gives way", () => {
  it("keeps to its size and names the same output, whatever it is made of", () => {
    const texts = fc.array(fc.string({ unit: "grapheme", maxLength: 80 }), {
      minLength: 150,
      maxLength: 300,
    });
    fc.assert(
      fc.property(texts, fc.integer({ min: 150, max: 600 }), (lines, size) => {
        const text = `start of the output\n${lines.join("\n")}\n${"x".repeat(9_000)}`;
        const full = evidenceOf(text, 2_000);
        expect(evidenceReference(full)).toBe(reference);
        const short = shortEvidence(full, size, count);
        expect(count(short)).toBeLessThanOrEqual(size);
        expect(evidenceReference(short)).toBe(reference);
        expect(shortEvidence(short, size, count)).toBe(short);
        expect(evidencePointer(short)).toBe(evidencePointer(full));
        expect(evidenceReference(evidencePointer(full))).toBe(reference);
        expect(isPointer(evidencePointer(full))).toBe(true);
      }),
    );
  });

  it("tells the size of the output in one line", () => {
    const full = evidenceOf("a line of output\n".repeat(2_000), 500);
    expect(isPointer(full)).toBe(false);
    expect(evidencePointer(full)).toBe(`[output 34000 chars, 2000 lines; full output: ${reference}]`);
    expect(evidencePointer(`[json; full output: ${reference}]\n{}`)).toBe(
      `[output; full output: ${reference}]`,
    );
  });

  it("leaves what is no evidence as it is", () => {
    expect(evidencePointer("just a line\nand another")).toBe("just a line\nand another");
  });
});
