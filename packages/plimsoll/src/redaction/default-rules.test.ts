import { describe, expect, it } from "vitest";
import { createRedactor } from "./create-redactor.js";
import { DEFAULT_KINDS, DEFAULT_RULES } from "./default-rules.js";
import { filledExample } from "./example-test-support.js";
import { secretFinder } from "./secret-finder.js";

const redactor = createRedactor();
const rows = DEFAULT_RULES.map((rule, index) => ({ rule, title: `${rule.kind} ${index}` }));

describe("the table of rules", () => {
  it("knows at least 120 kinds", () => {
    expect(DEFAULT_KINDS.length).toBeGreaterThanOrEqual(120);
  });

  it.each(rows)("finds the example of $title", ({ rule }) => {
    const find = secretFinder([rule], () => false);
    for (let seed = 1; seed <= 20; seed += 1) {
      const example = filledExample(rule.example, seed * 100);
      const [found] = find(example).spans;
      expect([example, found?.kind]).toEqual([example, rule.kind]);
      const secret = example.slice(found?.start, found?.end);
      expect(redactor.text(`see ${example} there`)).not.toContain(secret);
    }
  });

  it.each(rows)("leaves the look-alike of $title alone", ({ rule }) => {
    expect(redactor.text(`see ${rule.lookAlike} there`)).toBe(`see ${rule.lookAlike} there`);
  });
});
