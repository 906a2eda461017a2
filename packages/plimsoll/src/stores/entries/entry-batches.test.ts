import { describe, expect, it } from "vitest";
import type { EncodedEntry } from "./encode-entries.js";
import { entryBatches } from "./entry-batches.js";

const entry = (length: number): EncodedEntry => ({
  kind: "item",
  id: `${length}`,
  ts: "2026-03-01T10:00:00.000Z",
  json: "x".repeat(length),
});

describe("entryBatches", () => {
  it("keeps rows and characters within their limits, and the order", () => {
    const lengths = [4, 4, 4, 1, 30, 2, 2, 2, 2, 10];
    const batches = entryBatches(lengths.map(entry), { rows: 3, characters: 10 });
    expect(batches.map((batch) => batch.map(({ json }) => json.length))).toEqual([
      [4, 4],
      [4, 1],
      [30],
      [2, 2, 2],
      [2],
      [10],
    ]);
  });

  it("makes none of nothing", () => {
    expect(entryBatches([], { rows: 3, characters: 10 })).toEqual([]);
  });
});
