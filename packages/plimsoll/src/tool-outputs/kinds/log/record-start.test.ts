import { describe, expect, it } from "vitest";
import { RecordStart } from "./record-start.js";

const TEXT = "Name: web-1\n  State: up\n\nName: web-2\n  State: down\n  Ready: no\n";
const lineAt = (order: number) => {
  const start = TEXT.split("\n").slice(0, order).join("\n").length + (order === 0 ? 0 : 1);
  return { order, start, end: TEXT.indexOf("\n", start) };
};

describe("RecordStart", () => {
  it("finds the line above that begins as the first record does", () => {
    const first = new RecordStart(TEXT, 0).of(lineAt(5));
    expect(first).toEqual(lineAt(3));
    expect(TEXT.slice(first?.start, first?.end)).toBe("Name: web-2");
  });

  it("finds nothing for the beginning itself, nor where no line above begins so", () => {
    expect(new RecordStart(TEXT, 0).of(lineAt(3))).toBeUndefined();
    expect(new RecordStart(TEXT, TEXT.indexOf("State")).of(lineAt(0))).toBeUndefined();
    expect(new RecordStart("", 0).of({ order: 0, start: 0, end: 0 })).toBeUndefined();
  });
});
