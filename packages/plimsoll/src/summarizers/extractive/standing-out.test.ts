import { describe, expect, it } from "vitest";
import { atOnce } from "../../collections/in-turns.js";
import { EMPTY_VIEW, type ItemView } from "../../conversation/item-view.js";
import { splitUnits } from "./split-units.js";
import { standingOut } from "./standing-out.js";
import { unitText } from "./unit.js";

const output = (text: string): ItemView => ({
  ...EMPTY_VIEW,
  role: "tool",
  results: [{ callId: "c", name: "", text, isError: false }],
});
const lineOf = (index: number): string =>
  `return { tool: undefined, error: "Tool ${index} exports nothing" };`;
const many = output(Array.from({ length: 80 }, (_, index) => lineOf(index)).join("\n"));

const foundIn = (views: readonly ItemView[]): string[] => {
  const { units } = atOnce(
    splitUnits({ remainder: views.map((view, index) => ({ id: `item_${index}`, view })) }),
  );
  const found = atOnce(standingOut(units, { withRecords: true, sameAs: Int32Array.from(units.keys()) }));
  return units.filter((_, index) => found[index] === 1).map(unitText);
};

describe("what stands out", () => {
  it("is the last lines of the newest outputs that read like errors, whatever printed them", () => {
    expect(foundIn([many])).toEqual([lineOf(77), lineOf(78), lineOf(79)]);
  });

  it("is none of many lines alike in an older output", () => {
    const later = Array.from({ length: 25 }, (_, index) => ({
      ...EMPTY_VIEW,
      text: `Looking at part ${index}.`,
    }));
    expect(foundIn([many, ...later])).toEqual([]);
  });
});
