import { describe, expect, it } from "vitest";
import { splitLines } from "./split-lines.js";

const pieces = (text: string): string[] => splitLines(text).map(({ start, end }) => text.slice(start, end));

describe("splitLines", () => {
  it("drops indentation and empty lines", () => {
    expect(pieces("  a\n\n\tb  \r\n")).toEqual(["a", "b"]);
  });

  it("drops line numbers that count on", () => {
    expect(pieces("  9\tconst a = 1;\n 10\tconst b = 2;\n 11\t")).toEqual(["const a = 1;", "const b = 2;"]);
    expect(pieces("1: first\n2: second")).toEqual(["first", "second"]);
  });

  it("keeps numbers that do not count on, since they are data", () => {
    expect(pieces("1042\tAnna\n2371\tBert")).toEqual(["1042\tAnna", "2371\tBert"]);
    expect(pieces("12: alone")).toEqual(["12: alone"]);
  });

  it("cuts a long line in pieces and marks them as no whole lines", () => {
    const slices = splitLines("x".repeat(1000));
    expect(slices.length).toBe(5);
    expect(slices.some((slice) => slice.wholeLine)).toBe(false);
  });
});
