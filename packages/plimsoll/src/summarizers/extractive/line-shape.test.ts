import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineShape } from "./line-shape.js";

describe("lineShape", () => {
  it.each([
    [
      "14:05:11 INFO api node-3f2a request 88 done in 12 ms",
      "09:44:02 WARN web node-1b request 7 done in 340 ms",
    ],
    ["AB12  Rome - Oslo  10:15  4 seats", "CD98  Kyiv - Bern  22:40  0 seats"],
    ["const first = options.first ?? 3;", "const other = options.other ?? 512;"],
    ["A change of plan costs 20 EUR in advance.", "A change of date costs 35 EUR at the desk."],
  ])("is the same for rows of a listing: %s", (one, other) => {
    expect(lineShape(one)).toBe(lineShape(other));
  });

  it.each([
    ["Bisecting: 4 revisions left to test after this (8e112a0)", "43a8782 is the first bad commit"],
    ["  pool_a3: 568", "  fast_path: on   # new code, switched on 3 days ago"],
    ["Refunds are paid within 14 days.", "Bags of up to 23 kilograms travel free."],
  ])("differs for the line that stands out: %s", (one, other) => {
    expect(lineShape(one)).not.toBe(lineShape(other));
  });

  it("is the same whether a line has signs beyond ASCII or not", () => {
    const part = fc.constantFrom("Word", "x1", "_", " ", "\t", "  ", "(", "=", "-", "42", "of", "the", ":");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const line = parts.join("");
        expect([lineShape(line), `${lineShape(line)}·`]).toContain(lineShape(`${line} ·`));
      }),
    );
  });
});
