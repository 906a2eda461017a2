import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { applyDelta, jsonDelta } from "./json-delta.js";

const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const rows = (): fc.Arbitrary<unknown> =>
  fc.array(
    fc.record({
      key: fc.constantFrom("a", "b", "c", "d", "__proto__"),
      items: fc.array(fc.constantFrom("x", "y", "z"), { maxLength: 4 }),
      last: fc.nat(3),
    }),
    { maxLength: 6 },
  );

const values = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    rows(),
    fc.record({ rows: rows(), position: fc.nat(3) }, { requiredKeys: ["rows"] }),
  );

describe("jsonDelta", () => {
  it("gives the later value back, whatever the two are", () => {
    fc.assert(
      fc.property(values(), values(), (first, second) => {
        const [before, after] = [throughJson(first), throughJson(second)];
        const delta = jsonDelta(before, after);
        if (delta === undefined) expect(after).toEqual(before);
        else expect(applyDelta(before, throughJson(delta) as typeof delta)).toEqual(after);
        expect(jsonDelta(after, throughJson(after))).toBeUndefined();
      }),
      { numRuns: scaled(1000) },
    );
  });

  it("costs what changed: a row that was seen again, and one that is new, in a thousand", () => {
    const before = Array.from({ length: 1000 }, (_, index) => ({
      key: `row ${index}`,
      last: index,
      items: ["a"],
    }));
    const after = [
      ...before.slice(1, 500),
      { key: "row 500", last: 1001, items: ["a", "b"] },
      ...before.slice(501),
      { key: "new", last: 1002, items: ["b"] },
    ];
    expect(JSON.stringify(jsonDelta(before, after)).length).toBeLessThan(200);
  });

  it("shares what did not change with the earlier value", () => {
    const before = { kept: { text: "as it was" }, list: [{ id: "1" }, { id: "2" }] };
    const delta = jsonDelta(before, { kept: { text: "as it was" }, list: [{ id: "2" }] });
    const after = applyDelta(before, delta as NonNullable<typeof delta>) as typeof before;
    expect(after.kept).toBe(before.kept);
    expect(after.list[0]).toBe(before.list[1]);
  });

  it("refuses changes to another value", () => {
    expect(() => applyDelta([1], [1, [0, 2]])).toThrow("does not fit");
    expect(() => applyDelta("text", { key: 0 })).toThrow("does not fit");
  });
});
