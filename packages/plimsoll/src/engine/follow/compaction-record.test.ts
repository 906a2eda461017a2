import { describe, expect, it } from "vitest";
import { itemId } from "../../conversation/item-id.js";
import { applyRecord, type CompactionRecord, layoutOf, sourceIds, windowIds } from "./compaction-record.js";

const items = ["a", "b", "c", "d", "e"].map((text) => ({ role: "user", content: text }));
const summary = { role: "assistant", content: "in short" };

function recordOf(window: object[], origins: number[], source: object[]) {
  return {
    id: "cmp_1",
    source: { base: "none", length: source.length, hash: "", ids: source.map(itemId) },
    window: { length: window.length, hash: "", layout: layoutOf({ items: window, origins }, source) },
  } as unknown as CompactionRecord;
}

describe("layoutOf and applyRecord", () => {
  it("gives the same window back, with the very items, and goes on with what is new", () => {
    const window = [items[0]!, summary, items[3]!, items[4]!];
    const record = recordOf(window, [0, -1, 3, 4], items);
    expect(record.window.layout).toEqual([
      [0, 1],
      { item: summary, origin: -1, id: itemId(summary) },
      [3, 5],
    ]);
    const longer = [...items, { role: "user", content: "f" }];
    const applied = applyRecord(record, longer);
    expect(applied.items).toEqual([...window, longer[5]]);
    expect(applied.items[2]).toBe(items[3]);
    expect(applied.origins).toEqual([0, -1, 3, 4, 5]);
  });
});

describe("sourceIds", () => {
  it("puts a list together along the line of compactions, sent whole or adopted", () => {
    const first = recordOf([items[0]!, summary], [0, -1], items.slice(0, 3));
    const more = [{ role: "user", content: "x" }].map(itemId);
    const whole = {
      ...first,
      id: "cmp_2",
      parent: "cmp_1",
      source: { ...first.source, base: "source", ids: more },
    };
    const adopted = {
      ...first,
      id: "cmp_3",
      parent: "cmp_1",
      source: { ...first.source, base: "window", ids: more },
    };
    const parentOf = (): CompactionRecord => first;
    expect(sourceIds(first, parentOf)).toEqual(items.slice(0, 3).map(itemId));
    expect(sourceIds(whole as CompactionRecord, parentOf)).toEqual([
      ...items.slice(0, 3).map(itemId),
      ...more,
    ]);
    expect(sourceIds(adopted as CompactionRecord, parentOf)).toEqual([
      itemId(items[0]!),
      itemId(summary),
      ...more,
    ]);
    expect(windowIds(first, items.slice(0, 3).map(itemId))).toEqual([itemId(items[0]!), itemId(summary)]);
  });
});
