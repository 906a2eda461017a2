import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { jsonDepthExceeds, parseJson } from "./parse-json.js";

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("jsonDepthExceeds", () => {
  it("agrees with the depth of the parsed value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(6), (value, limit) => {
        expect(jsonDepthExceeds(JSON.stringify(value), limit)).toBe(depthOf(value) > limit);
      }),
      { numRuns: scaled(1000) },
    );
  });

  it("does not count brackets inside strings", () => {
    expect(jsonDepthExceeds(String.raw`["[[[[\"[[[[\\", "{{{{"]`, 1)).toBe(false);
    expect(jsonDepthExceeds('"[[[[', 0)).toBe(false);
  });
});

describe("parseJson", () => {
  it("gives the value of a text that is JSON, and nothing for any other", () => {
    expect(parseJson('{"a":[1,"b"]}')).toEqual({ a: [1, "b"] });
    for (const text of ["", "{", "undefined", "'a'", '{"a":1} and more'])
      expect(parseJson(text)).toBeUndefined();
  });

  it("agrees with the built-in parser on JSON, lines of JSON and broken JSON", () => {
    const value = fc.json({ maxDepth: 3 });
    const layout = fc.constantFrom("", " ", "\n", "\r\n", ",\n", "]\n[", "}\n{", "\t");
    const text = fc
      .tuple(layout, fc.array(fc.tuple(value, layout), { minLength: 1, maxLength: 3 }))
      .map(([before, values]) => before + values.flat().join(""));
    const builtIn = (given: string): unknown => {
      try {
        return JSON.parse(given) as unknown;
      } catch {
        return undefined;
      }
    };
    fc.assert(
      fc.property(text, (given) => {
        expect(parseJson(given)).toEqual(builtIn(given));
      }),
      { numRuns: scaled(2000) },
    );
  });

  it("refuses what is beyond its bounds", () => {
    expect(parseJson("[[1]]", { maxDepth: 1 })).toBeUndefined();
    expect(parseJson("[100]", { maxCharacters: 4 })).toBeUndefined();
    expect(parseJson("[".repeat(200_000) + "]".repeat(200_000))).toBeUndefined();
  });
});
