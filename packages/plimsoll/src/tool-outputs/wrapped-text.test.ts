import { describe, expect, it } from "vitest";
import { wrappedText } from "./wrapped-text.js";

describe("wrappedText", () => {
  it("unwraps the string that an output is about", () => {
    const inner = "line\n".repeat(100);
    expect(wrappedText(JSON.stringify({ output: inner, metadata: { exit_code: 1 } }))).toBe(inner);
    expect(wrappedText(JSON.stringify([{ type: "text", text: inner }]))).toBe(inner);
  });

  it("leaves data, broken JSON and other text alone", () => {
    expect(wrappedText(JSON.stringify([{ a: "xx" }, { a: "yy" }]))).toBeUndefined();
    expect(wrappedText('{"output": "abc')).toBeUndefined();
    expect(wrappedText("plain")).toBeUndefined();
    expect(wrappedText("[".repeat(10_000))).toBeUndefined();
  });
});
