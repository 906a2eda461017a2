import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { EMPTY_VIEW, type ItemView } from "../../conversation/item-view.js";
import type { RemainderItem } from "../summarizer.js";
import { chunkHistory } from "./chunk-history.js";
import { wholeBlocks } from "./whole-blocks.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const chunksOf = (items: readonly RemainderItem[], limits: { budget: number; maxChunks: number }) =>
  chunkHistory(wholeBlocks(items, count), { ...limits, count });
const item = (view: Partial<ItemView>, id = "x") => ({ id, view: { ...EMPTY_VIEW, ...view } });
const output = (text: string) =>
  item({ role: "tool", results: [{ callId: "c", name: "", text, isError: false }] });

describe("chunkHistory", () => {
  it("keeps everything in one chunk when it fits", () => {
    const items = [item({ role: "user", text: "hello" }), output("x".repeat(9000))];
    const chunks = chunksOf(items, { budget: 5000, maxChunks: 8 });
    expect(chunks).toEqual([
      { text: `user: hello\nresult: ${"x".repeat(9000)}`, leftOut: "", firstBlock: 0 },
    ]);
  });

  it("excerpts outputs before it cuts the history in chunks", () => {
    const items = [output("x".repeat(100_000)), item({ role: "user", text: "go on" })];
    const chunks = chunksOf(items, { budget: 3000, maxChunks: 8 });
    expect(chunks.length).toBe(1);
    expect(chunks[0]?.text).toContain("94000 characters left out");
    expect(chunks[0]?.text).toContain("user: go on");
  });

  it("shortens the oldest outputs first when there are too many chunks", () => {
    const items = Array.from({ length: 20 }, (_, index) => output(`${index} ${"x".repeat(5000)}`));
    const chunks = chunksOf(items, { budget: 5000, maxChunks: 4 });
    const text = chunks.map((chunk) => chunk.text).join("");
    expect(chunks.length).toBeLessThanOrEqual(4);
    expect(text.includes(`19 ${"x".repeat(5000)}`)).toBe(true);
    expect(text.includes(`result: 0 ${"x".repeat(5000)}`)).toBe(false);
    for (let index = 0; index < 20; index++) expect(text.includes(`result: ${index} x`)).toBe(true);
  });

  it("cuts one giant message across chunks without losing a character", () => {
    const words = Array.from({ length: 9000 }, (_, index) => `word${index}`).join(" ");
    const chunks = chunksOf([item({ role: "user", text: words })], { budget: 6000, maxChunks: 8 });
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.map((chunk) => chunk.text).join("")).toBe(`user: ${words}`);
  });

  it("leaves the oldest blocks out when short ones are still too many, and says which", () => {
    const items = Array.from({ length: 500 }, (_, index) => item({ role: "user", text: `message ${index}` }));
    const [chunk, ...more] = chunksOf(items, { budget: 400, maxChunks: 1 });
    expect(more).toEqual([]);
    const kept = chunk?.text.split("\n") ?? [];
    expect(kept).toEqual(items.slice(-kept.length).map(({ view }) => `user: ${view.text}`));
    expect(kept.length).toBeGreaterThan(50);
    expect(chunk?.leftOut).toContain(`Left out: ${500 - kept.length} items (${500 - kept.length} user, 0 `);
    expect(chunk?.leftOut).toContain("- user: message 0\n");
    expect(chunk?.firstBlock).toBe(0);
  });

  it("keeps the newest blocks whole while the oldest are left out", () => {
    const items = Array.from({ length: 400 }, (_, index) =>
      item({ role: "user", text: `${index} ${"word ".repeat(60)}end` }),
    );
    const text = chunksOf(items, { budget: 2000, maxChunks: 1 })[0]?.text ?? "";
    expect(text).not.toContain("user: 0 ");
    expect(text.endsWith(`user: 399 ${"word ".repeat(60)}end`)).toBe(true);
    expect(text).toContain("characters left out]");
  });

  it("keeps a call and its result in one chunk, however they are divided", () => {
    const items = Array.from({ length: 60 }, (_, index) => [
      item({ calls: [{ callId: `c${index}`, name: `tool${index}`, arguments: "a".repeat(300) }] }),
      item({
        role: "tool",
        results: [{ callId: `c${index}`, name: `tool${index}`, text: "r".repeat(900), isError: false }],
      }),
    ]).flat();
    const chunks = chunksOf(items, { budget: 1000, maxChunks: 4 });
    const calls = chunks.map(({ text }) => [...text.matchAll(/calls (tool\d+):/g)].map((match) => match[1]));
    const results = chunks.map(({ text }) =>
      [...text.matchAll(/result of (tool\d+):/g)].map((match) => match[1]),
    );
    expect(calls).toEqual(results);
    expect(calls.flat().at(-1)).toBe("tool59");
    expect(calls.flat().length).toBeGreaterThan(20);
  });

  it("tells only the number of calls that do not fit even when they are short", () => {
    const calls = Array.from({ length: 300 }, (_, index) => ({
      callId: `${index}`,
      name: "read",
      arguments: "{}",
    }));
    const results = calls.map(({ callId }) => ({ callId, name: "", text: "fine", isError: false }));
    const items = [item({ text: "I read them all.", calls }), item({ role: "tool", results })];
    const [chunk] = chunksOf(items, { budget: 200, maxChunks: 3 });
    expect(chunk?.text).toMatch(
      /^assistant: I read them all\.\n\[300 calls, 300 results left out, \d+ characters\]$/,
    );
  });

  it("fails rather than exceed a budget in which nothing can be said", () => {
    const items = [item({ role: "user", text: "hello ".repeat(100) }), output("x".repeat(1000))];
    expect(() => chunksOf(items, { budget: 3, maxChunks: 1 })).toThrow(
      expect.objectContaining({ kind: "no_room" }),
    );
  });

  it("measures chunks as they are, since texts may count more together than apart", () => {
    const lines = (text: string): number => 1 + 9 * (text.split("\n").length - 1);
    const items = Array.from({ length: 300 }, () => item({ role: "user", text: "yes" }));
    const chunks = chunkHistory(wholeBlocks(items, lines), { budget: 400, maxChunks: 4, count: lines });
    for (const { text, leftOut } of chunks) {
      expect(lines(text) + (leftOut === "" ? 0 : lines(leftOut))).toBeLessThanOrEqual(400);
    }
    expect(chunks.length).toBeGreaterThan(1);
  });

  it("either fits or fails, at every budget", () => {
    const items = Array.from({ length: 40 }, (_, index) =>
      item({ role: "user", text: `${index} ${"x".repeat(50)}` }),
    );
    let failures = 0;
    for (let budget = 1; budget < 120; budget++) {
      try {
        const [chunk] = chunksOf(items, { budget, maxChunks: 1 });
        expect(count(chunk?.text ?? "") + count(chunk?.leftOut ?? "")).toBeLessThanOrEqual(budget);
      } catch (error) {
        expect(error).toMatchObject({ kind: "no_room" });
        failures++;
      }
    }
    expect(failures).toBeGreaterThan(0);
    expect(failures).toBeLessThan(80);
  });

  it("counts every character of a large history a few times at most", () => {
    let counted = 0;
    const counting = (text: string): number => {
      counted += text.length;
      return count(text);
    };
    const items = Array.from({ length: 2000 }, () => [
      output("x".repeat(4000)),
      item({ text: "y".repeat(1000) }),
    ]).flat();
    chunkHistory(wholeBlocks(items, counting), { budget: 30_000, maxChunks: 8, count: counting });
    expect(counted).toBeLessThan(2.5 * 10_000_000);
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
        fc.integer({ min: 128, max: 2000 }),
        fc.integer({ min: 1, max: 8 }),
        (items, budget, maxChunks) => {
          const chunks = chunksOf(items, { budget, maxChunks });
          expect(chunks.length).toBeLessThanOrEqual(maxChunks);
          for (const { text, leftOut } of chunks) {
            expect(count(text) + count(leftOut)).toBeLessThanOrEqual(budget);
          }
          const starts = chunks.map((chunk) => chunk.firstBlock);
          expect(starts).toEqual([...starts].sort((a, b) => a - b));
        },
      ),
      { numRuns: scaled(500) },
    );
  });
});
