import fc from "fast-check";
import { scaled } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import { judgeLine } from "./judge-line.js";
import { entryLine, headerLine } from "./session-file-line.js";

const TS = "2026-03-01T10:00:00.000Z";
const lineOf = (data: unknown): Buffer =>
  Buffer.from(entryLine({ kind: "item", id: "i", ts: TS, json: JSON.stringify(data) }).slice(0, -1));
const data = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });

describe("judgeLine", () => {
  it("knows headers, entries, and those of a later release", () => {
    expect(judgeLine(Buffer.from(headerLine("s").trim()))).toBe("header");
    expect(judgeLine(lineOf({ role: "user" }))).toBe("entry");
    expect(judgeLine(Buffer.from(`{"kind":"vote","id":"1","ts":"${TS}","more":[]}`))).toBe("later");
    expect(judgeLine(Buffer.from(""))).toBe("blank");
  });

  it("takes no beginning of a line for damage, wherever it was cut, unless its end is there", () => {
    fc.assert(
      fc.property(data, fc.nat(), (value, cut) => {
        const line = lineOf(value);
        const begun = line.subarray(0, 1 + (cut % (line.length - 1)));
        if (begun.at(-1) !== 125) expect(judgeLine(begun)).toBe("remains");
      }),
      { numRuns: scaled(2000) },
    );
  });

  it.each([
    ["no JSON", "rubbish"],
    ["no object", "12"],
    ["no form", '{"role":"user"}'],
    ["no data", `{"kind":"item","id":"1","ts":"${TS}","dat\u0061s":1}`],
    ["no time", '{"kind":"item","id":"1","ts":"2O26-03-01","data":1}'],
    ["a string without its end", `{"kind":"item","id":"1","ts":"${TS}","data":"text!}`],
    ["a string without its beginning", `{"kind":"item","id":"1","ts":"${TS}","data":!text"}`],
    ["two lines in one", `{"kind":"item","id":"1","ts":"${TS}","data":1}J{"kind":"item"`],
    ["the end of a line", `er","content":"x"}}`],
  ])("calls a line with %s damaged", (_what, text) => {
    expect(judgeLine(Buffer.from(text))).toBe("damaged");
  });

  it("calls every line damaged in which a byte is no UTF-8 any more", () => {
    fc.assert(
      fc.property(data, fc.nat(), (value, place) => {
        const line = lineOf(value);
        line[place % line.length] = 0xff;
        expect(judgeLine(line)).toBe("damaged");
      }),
      { numRuns: scaled(500) },
    );
  });
});
