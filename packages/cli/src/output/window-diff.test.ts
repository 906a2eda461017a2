import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { windowDiff } from "./window-diff.js";

describe("windowDiff", () => {
  it("shows what left before what was put in for it", () => {
    const [first, second, third, summary] = [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }] as const;
    expect(windowDiff([first, second, third], [first, summary, third])).toEqual([
      { change: "kept", item: first },
      { change: "removed", item: second },
      { change: "added", item: summary },
      { change: "kept", item: third },
    ]);
  });

  it("gives both lists back, each in its order", () => {
    const lists = fc
      .array(fc.record({ kept: fc.boolean(), added: fc.boolean() }))
      .map((plan) => plan.map((choice) => ({ ...choice, item: {}, extra: {} })));
    fc.assert(
      fc.property(lists, (plan) => {
        const before = plan.map(({ item }) => item);
        const after = plan.flatMap(({ kept, added, item, extra }) => [
          ...(added ? [extra] : []),
          ...(kept ? [item] : []),
        ]);
        const entries = windowDiff(before, after);
        const of = (change: string): object[] =>
          entries.filter((entry) => entry.change !== change).map(({ item }) => item);
        expect(of("added").every((item, index) => item === before[index])).toBe(true);
        expect(of("added")).toHaveLength(before.length);
        expect(of("removed").every((item, index) => item === after[index])).toBe(true);
        expect(of("removed")).toHaveLength(after.length);
      }),
      { numRuns: scaled(1000) },
    );
  });
});
