import { describe, expect, it } from "vitest";
import { countLines, lineAt } from "./count-lines.js";

describe("countLines", () => {
  it.each([
    ["", 0],
    ["a", 1],
    ["a\n", 1],
    ["a\nb", 2],
    ["\n\n", 2],
  ])("counts %j as people do", (text, lines) => {
    expect(countLines(text)).toBe(lines);
  });
});

describe("lineAt", () => {
  it("counts the breaks before a position", () => {
    expect([0, 1, 2, 3, 4].map((position) => lineAt("a\nb\nc", position))).toEqual([1, 1, 2, 2, 3]);
  });
});
