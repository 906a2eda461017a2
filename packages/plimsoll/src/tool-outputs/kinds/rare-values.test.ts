import { describe, expect, it } from "vitest";
import { RareValues } from "./rare-values.js";

function rareIn(lines: readonly string[]): readonly (readonly [string, string])[] {
  const text = lines.join("\n");
  const values = new RareValues(text);
  let start = 0;
  for (const [order, line] of lines.entries()) {
    values.add({ order, start, end: start + line.length });
    start += line.length + 1;
  }
  return values.lines().map(({ start: from, end, value }) => [value, text.slice(from, end)] as const);
}

const range = (length: number): number[] => Array.from({ length }, (_, index) => index);

describe("RareValues", () => {
  it("finds the few answers of 500 in an access log, whatever the addresses and sizes", () => {
    const lines = range(3_000).map(
      (index) =>
        `10.0.${index % 250}.${index % 7} - - [16/Nov/2026:10:00:${index % 60} +0000] "GET /p/${index * 7919} HTTP/1.1" ${
          [700, 1900, 2500].includes(index) ? 500 : index % 9 === 0 ? 304 : 200
        } ${index * 31} "-" "Mozilla/5.0 (X11; Linux)"`,
    );
    const rare = rareIn(lines);
    expect(rare.map(([value]) => value)).toEqual(["500", "500", "500"]);
    expect(rare[0]?.[1]).toContain("/p/5543300 ");
  });

  it("finds a rare word in a column", () => {
    const lines = range(400).map(
      (index) => `web-${index * 13}-x ${index === 222 ? "CrashLoopBackOff" : "Running"} ${index}m`,
    );
    expect(rareIn(lines)).toEqual([["CrashLoopBackOff", lines[222]]]);
  });

  it("finds values behind an equals sign", () => {
    const lines = range(200).map((index) => `task=${index} rc=${index === 150 ? 137 : 0}`);
    expect(rareIn(lines)).toEqual([["137", lines[150]]]);
  });

  it("takes a line that differs in most fields for another kind of line", () => {
    const lines = range(400).map((index) =>
      index === 90 ? "return new Handle of" : `worker ${index % 4} handled ${index}`,
    );
    expect(rareIn(lines)).toEqual([]);
  });

  it("finds nothing where values do not repeat, and nothing in the hours of a clock", () => {
    expect(rareIn(range(500).map((index) => `file-${index} ${index * 17} bytes`))).toEqual([]);
    expect(rareIn(range(500).map((index) => `${index < 2 ? "09:59" : "10:00"} tick ${index}`))).toEqual([]);
  });
});
