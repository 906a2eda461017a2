import { describe, expect, it } from "vitest";
import { formatCount, formatNumber, formatReduction } from "./format-number.js";
import { table } from "./table.js";

describe("table", () => {
  it("lines columns up and pads no line at its end", () => {
    const rows = [
      ["a", "1", "x"],
      ["longer", "1,000", ""],
    ];
    expect(table([{ title: "name" }, { title: "n", align: "right" }, { title: "text" }], rows)).toBe(
      ["name        n  text", "a           1  x", "longer  1,000"].join("\n"),
    );
  });
});

describe("numbers", () => {
  it("are written the same everywhere", () => {
    expect(formatNumber(1234567)).toBe("1,234,567");
    expect(formatCount(1, "item")).toBe("1 item");
    expect(formatCount(0, "item")).toBe("0 items");
    expect([formatReduction(100, 27), formatReduction(0, 0), formatReduction(10, 10)]).toEqual([
      "-73 %",
      "0 %",
      "0 %",
    ]);
  });
});
