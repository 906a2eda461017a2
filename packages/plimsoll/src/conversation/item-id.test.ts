import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { canonicalText, itemId, listHash, MAX_ITEM_DEPTH } from "./item-id.js";
import { jsonText } from "../text/json-text.js";
import { sha256 } from "../text/sha256.js";

describe("itemId", () => {
  it("is the same for a clone and for another order of keys", () => {
    expect(itemId({ role: "user", content: "hi" })).toBe(itemId({ content: "hi", role: "user" }));
  });

  it("differs exactly where the JSON differs", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const sorted = (value: unknown): string =>
          JSON.stringify(value, (_, inner: unknown) =>
            inner && typeof inner === "object" && !Array.isArray(inner)
              ? Object.fromEntries(Object.entries(inner).toSorted(([x], [y]) => (x < y ? -1 : 1)))
              : inner,
          );
        const zero = (text: string): string => text.replaceAll("-0", "0");
        expect(canonicalText(a) === canonicalText(b)).toBe(zero(sorted(a)) === zero(sorted(b)));
      }),
      { numRuns: scaled(500) },
    );
  });

  it("refuses bottomless nesting with a clear error", () => {
    let deep: object = {};
    for (let level = 0; level < MAX_ITEM_DEPTH + 1; level++) deep = { deep };
    expect(() => itemId(deep)).toThrow(/nested deeper than 512/);
  });

  it("hashes lists by order", () => {
    expect(listHash(["a", "b"])).not.toBe(listHash(["b", "a"]));
  });
});

describe("sha256", () => {
  it("gives the published digest", () => {
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});

describe("jsonText", () => {
  it("notes what has no JSON instead of throwing", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    expect(jsonText(cycle)).toBe("[not serializable]");
    expect(jsonText(undefined)).toBe("");
    expect(jsonText("as it is")).toBe("as it is");
  });
});
