import { describe, expect, it } from "vitest";
import { forEachLogLine } from "./for-each-log-line.js";

function linesOf(text: string): string[] {
  const lines: string[] = [];
  forEachLogLine(text, (order, start, end) => {
    lines[order] = text.slice(start, end);
  });
  return lines;
}

describe("forEachLogLine", () => {
  it("visits every line, also the last and empty ones", () => {
    expect(linesOf("a\n\nb\n")).toEqual(["a", "", "b", ""]);
  });

  it("shows the last state that is not blank of a line that was overwritten", () => {
    expect(linesOf("1%\r50%\r100%\ndone")).toEqual(["100%", "done"]);
    expect(linesOf("1%\r99%\r   \r\u001b[K\nnext")).toEqual(["99%", "next"]);
    expect(linesOf("\r\r\r")).toEqual([""]);
  });

  it("takes the end of a line of Windows off", () => {
    expect(linesOf("one\r\ntwo\r\n")).toEqual(["one", "two", ""]);
  });
});
