import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { canonicalText } from "./item-id.js";
import { sameItem } from "./same-item.js";

describe("sameItem", () => {
  it("agrees with the canonical text of both", () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(value, value, (left, right) => {
        expect(sameItem(left, structuredClone(left))).toBe(true);
        expect(sameItem(left, right)).toBe(canonicalText(left) === canonicalText(right));
      }),
      { numRuns: scaled(1000) },
    );
  });

  it("ignores the order of keys and tells arrays from objects", () => {
    expect(sameItem({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
    expect(sameItem([], {})).toBe(false);
    expect(sameItem({}, [])).toBe(false);
    expect(sameItem([1], [1, 2])).toBe(false);
  });

  it("passes over keys without a value, as JSON does", () => {
    expect(sameItem({ a: 1, b: undefined }, { a: 1 })).toBe(true);
    expect(sameItem({ a: 1 }, { a: 1, b: undefined })).toBe(true);
    expect(sameItem({ a: undefined }, { b: undefined })).toBe(true);
    expect(sameItem({ a: undefined }, { b: 1 })).toBe(false);
    expect(sameItem({ a: undefined }, new URL("https://files.example/a.png"))).toBe(false);
    expect(sameItem({ a: 1 }, { constructor: 1 })).toBe(false);
  });

  it("tells addresses, dates and bytes apart by what they hold, as their canonical texts do", () => {
    const values: readonly (() => object)[] = [
      () => new URL("https://files.example/a.png"),
      () => new URL("https://files.example/b.png"),
      () => new Date(0),
      () => new Date(1),
      () => new Uint8Array(20_000).fill(1),
      () => new Uint8Array(20_000).fill(2),
      () => new Uint8Array(0),
      () => ({}),
    ];
    values.forEach((left, one) =>
      values.forEach((right, other) => {
        expect(sameItem({ part: left() }, { part: right() })).toBe(one === other);
        expect(canonicalText([left()]) === canonicalText([right()])).toBe(one === other);
      }),
    );
  });
});
