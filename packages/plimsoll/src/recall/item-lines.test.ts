import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countLines } from "../text/count-lines.js";
import { EMPTY_VIEW } from "../conversation/item-view.js";
import { makeEvidence } from "../tool-outputs/make-evidence.js";
import { itemText } from "../conversation/item-text.js";

const viewOf = (outputs: readonly string[]) => ({
  ...EMPTY_VIEW,
  results: outputs.map((text, call) => ({ callId: `c${call}`, name: "run", text, isError: false })),
});
const output = fc
  .array(fc.constantFrom("a", "b", "\n"), { maxLength: 8 })
  .map((characters) => characters.join(""));

describe("the text of an item", () => {
  it("has the lines of its parts, as their evidence counts them", () => {
    const count = (text: string): number => Math.ceil(text.length / 4);
    fc.assert(
      fc.property(fc.array(output, { maxLength: 4 }), (outputs) => {
        const lines = outputs.map((text) => makeEvidence({ text }, { maxTokens: 100, count }).originalLines);
        const total = lines.reduce((sum, number) => sum + number, 0);
        expect(countLines(itemText(viewOf(outputs)))).toBe(total);
      }),
    );
  });

  it("begins every part on a line of its own", () => {
    expect(itemText(viewOf(["one\n", "two", "three"]))).toBe("one\ntwo\nthree");
  });
});
