import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitPassages } from "./split-passages.js";

describe("splitPassages", () => {
  it("covers any text once, in passages of a bounded length that cut no character", () => {
    const unit = fc.constantFrom("word ", "\n", "。", "😀", "字", "a", ". ");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 1500 }), (text) => {
        const passages = splitPassages(text);
        expect(passages.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
        for (const { start, end } of passages) {
          expect(end - start).toBeLessThanOrEqual(601);
          expect(text.slice(start, end).isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it("ends passages with lines where it can", () => {
    const text = Array.from({ length: 100 }, (_, line) => `line ${line} of the log`).join("\n");
    const passages = splitPassages(text);
    expect(passages.length).toBeGreaterThan(3);
    for (const { end } of passages.slice(0, -1)) expect(text[end - 1]).toBe("\n");
  });
});
