import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heuristicEstimator } from "../../tokens/heuristic-estimator.js";
import { boundedRequests } from "./bounded-requests.js";

const count = (text: string): number => heuristicEstimator.count(text);

const collapsed = (text: string): string => text.replace(/\s+/g, " ").trim();

describe("boundedRequests", () => {
  const filler = "That was a nice afternoon and we talked about the weather for a while. ".repeat(20);
  const requests = [
    { id: "first", text: "Build a booking service." },
    { id: "middle", text: `${filler}Never charge a card twice. ${filler}` },
    { id: "newest", text: "Now add refunds for order #W123." },
  ];

  it("keeps the newest and the first whole, and the middle by its sentences of consequence", () => {
    expect(boundedRequests(requests, 40, count)).toEqual([
      { id: "first", text: "Build a booking service.", whole: true },
      { id: "middle", text: "Never charge a card twice.", whole: false },
      { id: "newest", text: "Now add refunds for order #W123.", whole: true },
    ]);
  });

  it("keeps everything where it fits", () => {
    expect(boundedRequests(requests, 10_000, count).every(({ whole }) => whole)).toBe(true);
  });

  it("stays within its budget and word for word, white space aside, whatever the texts", () => {
    const texts = fc.array(
      fc.string({ unit: fc.constantFrom("must ", "no ", "x1 ", ". ", "\n", "不要", "。") }),
    );
    fc.assert(
      fc.property(texts, fc.nat(200), (all, maxTokens) => {
        const given = all.map((text, index) => ({ id: String(index), text }));
        const kept = boundedRequests(given, maxTokens, count);
        expect(kept.reduce((sum, { text }) => sum + count(text), 0)).toBeLessThanOrEqual(maxTokens);
        for (const { id, text } of kept) {
          for (const line of text.split("\n"))
            expect(collapsed(given[Number(id)]!.text)).toContain(collapsed(line));
        }
      }),
    );
  });
});
