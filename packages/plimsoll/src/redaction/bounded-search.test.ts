import * as fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { boundedSearch, readsFor } from "./bounded-search.js";
import { createRedactor } from "./create-redactor.js";

/** Reads on to the end of the text for every match. */
const GREEDY = RE2JS.compile("(?s)a.*x|a");

function everyMatch(pattern: RE2JS, text: string): { start: number; end: number }[] {
  const matcher = pattern.matcher(text);
  const spans = [];
  while (matcher.find()) spans.push({ start: matcher.start(), end: matcher.end() });
  return spans.filter(({ start, end }) => end > start);
}

describe("boundedSearch", () => {
  it("is exact within its reads", () => {
    const { spans, exhaustedAt } = boundedSearch(GREEDY, `a-a-${"b".repeat(5000)}`);
    expect(spans).toEqual([
      { start: 0, end: 1 },
      { start: 2, end: 3 },
    ]);
    expect(exhaustedAt).toBeUndefined();
    expect(boundedSearch(GREEDY, `a-a-${"b".repeat(5000)}x.`).spans).toEqual([{ start: 0, end: 5005 }]);
  });

  it("says where it gave up", () => {
    const { spans, exhaustedAt } = boundedSearch(GREEDY, "a-".repeat(5000), 2_000_000);
    expect(spans.length).toBeGreaterThan(50);
    expect(spans.length).toBeLessThan(500);
    expect(exhaustedAt).toBe(spans.at(-1)?.end);
  });

  it("gives up within a share of the text that shrinks as the text grows, whatever a pattern reads", () => {
    const givenUpAfter = [10_000, 20_000, 40_000].map((length) => {
      const { spans, exhaustedAt } = boundedSearch(GREEDY, "a".repeat(length));
      expect(exhaustedAt).toBe(spans.length);
      return spans.length * length;
    });
    const reads = [10_000, 20_000, 40_000].map(readsFor);
    givenUpAfter.forEach((spent, index) => expect(spent).toBeLessThanOrEqual(reads[index] ?? 0));
    expect(readsFor(40_000) / readsFor(20_000)).toBeLessThanOrEqual(2);
  });

  it.each([
    "[A-Z]{2,}-\\d{4,}",
    "(?i)(?:password|token)\\s*[:=]\\s*\\S+",
    '"[^"]*node[^"]*"',
    "\\w+",
    "z",
    "(?:[a-z]+-)+[a-z]+",
  ])("reads every character a few times only for %j", (source) => {
    const pattern = RE2JS.compile(source);
    const line = 'token = "a-node-module" z AB-12345 id 77, the rest of the line says nothing\n';
    for (const lines of [50, 100, 1000]) {
      const text = line.repeat(lines);
      const found = boundedSearch(pattern, text, 12 * text.length);
      expect(found).toEqual({ spans: everyMatch(pattern, text) });
    }
  });

  it("finds what the engine finds, anchors and word borders included", () => {
    const patterns = ["\\bid-\\d+\\b", "(?m)^top$", "[a-z]+", "^top", "p$"].map((source) =>
      RE2JS.compile(source),
    );
    const pieces = fc.constantFrom("top", "\n", "id-1", "id-22", "x", " ", "日本", "😀", "-".repeat(700));
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 40 }), (parts) => {
        const text = parts.join("");
        for (const pattern of patterns) {
          expect(boundedSearch(pattern, text)).toEqual({ spans: everyMatch(pattern, text) });
        }
      }),
      { numRuns: scaled(200) },
    );
  });

  it("redacts all that it did not look at", () => {
    const { text } = createRedactor({ patterns: ["(?s)a.*x|a"], defaults: false });
    const redacted = text(`${"a-".repeat(20_000)}the end`);
    expect(redacted.startsWith("[REDACTED:pattern]-[REDACTED:pattern]-")).toBe(true);
    expect(redacted.endsWith("[REDACTED:pattern-limit]")).toBe(true);
    expect(redacted).not.toContain("the end");
  });
});
