import { describe, expect, it } from "vitest";
import { providerRefusals } from "./provider-refusals.js";
import { PROVIDER_RULE_SAMPLES as ALL } from "./provider-refusals-test-support.js";
import { SYNTHETIC_FORMATS } from "./synthetic-formats.js";
import { syntheticHistory } from "./synthetic-history.js";

describe.each(Object.keys(ALL))("the rules of %s", (format) => {
  for (const [name, { taken, refused, because }] of Object.entries(ALL[format] ?? {})) {
    it(`hold that ${name}`, () => {
      expect(providerRefusals(format, taken)).toEqual([]);
      expect(providerRefusals(format, refused).join("\n")).toContain(because);
    });
  }
});

describe("providerRefusals", () => {
  it.each(SYNTHETIC_FORMATS)("takes generated sessions of the %s format", (format) => {
    for (let seed = 0; seed < 40; seed += 1) {
      const reasoning = seed % 2;
      const items = syntheticHistory({
        seed,
        turns: 4,
        format,
        parallelCalls: 0.5,
        reasoning,
        unfinished: true,
      });
      expect(providerRefusals(format, items)).toEqual([]);
    }
  });

  it.each(SYNTHETIC_FORMATS)(
    "refuses generated sessions of the %s format whose pairs are broken",
    (format) => {
      const malformedKinds = ["orphan_result"] as const;
      const items = syntheticHistory({
        seed: 1,
        turns: 6,
        format,
        toolDensity: 1,
        malformedPairs: 1,
        malformedKinds,
      });
      expect(providerRefusals(format, items)).not.toEqual([]);
    },
  );

  it("knows no other format", () => {
    expect(() => providerRefusals("morse", [])).toThrow(RangeError);
  });
});
