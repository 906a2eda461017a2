import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { EMPTY_VIEW } from "../../conversation/item-view.js";
import { readSummary, summaryText } from "./summary-message.js";

const id = (digit: string): string => `item_${digit.repeat(32)}`;

describe("readSummary", () => {
  it("reads back what summaryText wrote, whatever the body", () => {
    const coverage = fc.option(
      fc.record({ count: fc.nat(1e8), first: fc.constant(id("a")), last: fc.constant(id("0")) }),
      {
        nil: undefined,
      },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), fc.string(), coverage, (version, body, covers) => {
        const summary = { version, body, ...(covers ? { coverage: covers } : {}) };
        expect(readSummary({ ...EMPTY_VIEW, text: summaryText(summary) })).toEqual(summary);
      }),
      { numRuns: scaled(1000) },
    );
  });

  it("reads back a short one, which has no closing tag", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), fc.string(), (version, body) => {
        const text = summaryText({ version, body }, { short: true });
        expect(readSummary({ ...EMPTY_VIEW, text })).toEqual({ version, body });
      }),
    );
  });

  it("takes nothing else for a summary", () => {
    const text = summaryText({ version: 1, body: "b" });
    expect(readSummary({ ...EMPTY_VIEW, text: `see ${text}` })).toBeUndefined();
    expect(readSummary({ ...EMPTY_VIEW, text: text.slice(0, -1) })).toBeUndefined();
    expect(
      readSummary({ ...EMPTY_VIEW, text, calls: [{ callId: "a", name: "t", arguments: "" }] }),
    ).toBeUndefined();
  });
});
