import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { bindingPart } from "./binding-part.js";
import { DEMANDS } from "./constraint-test-support.js";

describe("the binding part of a sentence", () => {
  it.each([
    [
      "They diff the file against the previous one with a script that nobody has the source of, so the nightly export has to stay byte-identical for unchanged rows, trailing blank included.",
      "the nightly export has to stay byte-identical for unchanged rows, trailing blank included.",
    ],
    [
      "I had a long call with the people from the warehouse this morning, and labels must never be wider than 80 mm.",
      "labels must never be wider than 80 mm.",
    ],
    [
      "Ada told me all about the night they lost the cluster, and if the build is red, never deploy, not even to staging.",
      "if the build is red, never deploy, not even to staging.",
    ],
    [
      "Never write to the old tables (orders, invoices, or whatever else has the prefix), they are read by a machine that Ada built.",
      "Never write to the old tables (orders, invoices, or whatever else has the prefix)",
    ],
    [
      "Wir hatten heute früh ein langes Gespräch mit den Leuten aus dem Lager, und die Etiketten dürfen nie breiter als 80 mm sein, es sei denn, Ada stimmt zu.",
      "und die Etiketten dürfen nie breiter als 80 mm sein, es sei denn, Ada stimmt zu.",
    ],
    ["Never push to main.", "Never push to main."],
  ])("is what it demands: %s", (text, part) => {
    expect(bindingPart(text)).toBe(part);
  });

  it("is never longer than the sentence, and keeps a short demand whole", () => {
    fc.assert(
      fc.property(fc.constantFrom(...DEMANDS), fc.string({ maxLength: 200 }), (demand, words) => {
        expect(bindingPart(demand).length).toBeLessThanOrEqual(demand.length);
        if (demand.length < 80) expect(bindingPart(demand)).toBe(demand);
        expect(words).toContain(bindingPart(words));
        expect(demand + words).toContain(bindingPart(demand + words));
      }),
    );
  });

  it.each([
    ["blanks", " "],
    ["quotation marks that nobody closes", "“"],
    ["marks", " ,"],
  ])("is read in linear time, whatever a text has many of: %s", (_, sign) => {
    const text = `I had a long call this morning, and labels must never be wider than 80 mm${sign.repeat(FULL_SCALE ? 200_000 : 40_000)}x`;
    expect(text).toContain(bindingPart(text));
  });
});
