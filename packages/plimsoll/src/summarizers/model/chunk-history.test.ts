import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY_VIEW, type ItemView } from "../../conversation/item-view.js";
import { chunkHistory } from "./chunk-history.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const item = (view: Partial<ItemView>, id = "x") => ({ id, view: { ...EMPTY_VIEW, ...view } });
const output = (text: string) =>
  item({ role: "tool", results: [{ callId: "c", name: "", text, isError: false }] });

describe("chunkHistory", () => {
  it("keeps everything in one chunk when it fits", () => {
    const items = [item({ role: "user", text: "hello" }), output("x".repeat(9000))];
    const chunks = chunkHistory(items, { budget: 5000, maxChunks: 8, count });
    expect(chunks).toEqual([{ text: `user: hello\nresult: ${"x".repeat(9000)}`, firstItem: 0 }]);
  });

  it("excerpts outputs before it cuts the history in chunks", () => {
    const items = [output("x".repeat(100_000)), item({ role: "user", text: "go on" })];
    const chunks = chunkHistory(items, { budget: 3000, maxChunks: 8, count });
    expect(chunks.length).toBe(1);
    expect(chunks[0]?.text).toContain("94000 characters left out");
    expect(chunks[0]?.text).toContain("user: go on");
  });

  it("shortens the oldest outputs first when there are too many chunks", () => {
    const items = Array.from({ length: 20 }, (_, index) => output(`${index} ${"x".repeat(5000)}`));
    const chunks = chunkHistory(items, { budget: 5000, maxChunks: 4, count });
    const text = chunks.map((chunk) => chunk.text).join("");
    expect(chunks.length).toBeLessThanOrEqual(4);
    expect(text.includes(`19 ${"x".repeat(5000)}`)).toBe(true);
    expect(text.includes(`result: 0 ${"x".repeat(5000)}`)).toBe(false);
    for (let index = 0; index < 20; index++) expect(text.includes(`result: ${index} x`)).toBe(true);
  });

  it("cuts one giant message across chunks without losing a character", () => {
    const words = Array.from({ length: 9000 }, (_, index) => `word${index}`).join(" ");
    const chunks = chunkHistory([item({ role: "user", text: words })], { budget: 6000, maxChunks: 8, count });
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.map((chunk) => chunk.text).join("")).toBe(`user: ${words}`);
  });

  it("stays within its limits and in order for any history", () => {
    const text = fc.string({ maxLength: 3000, unit: "grapheme" });
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            text.map(output),
            text.map((value) => item({ role: "user", text: value })),
          ),
          { maxLength: 30 },
        ),
        fc.integer({ min: 64, max: 2000 }),
        fc.integer({ min: 1, max: 8 }),
        (items, budget, maxChunks) => {
          const chunks = chunkHistory(items, { budget, maxChunks, count });
          expect(chunks.length).toBeLessThanOrEqual(maxChunks);
          for (const chunk of chunks) expect(count(chunk.text)).toBeLessThanOrEqual(budget + 1);
          const starts = chunks.map((chunk) => chunk.firstItem);
          expect(starts).toEqual([...starts].sort((a, b) => a - b));
        },
      ),
      { numRuns: 500 },
    );
  });
});
