import { describe, expect, it } from "vitest";
import { patternLiterals } from "./pattern-literals.js";

describe("patternLiterals", () => {
  it("takes a fixed pattern as it is, brackets and all", () => {
    expect(patternLiterals("a[i].b(c)", true)).toEqual(["a[i].b(c)"]);
  });

  it("finds the longest exact part of each alternative", () => {
    expect(patternLiterals("foo\\.bar.*|baz[0-9]+qu", false)).toEqual(
      expect.arrayContaining(["foo.bar", "baz"]),
    );
    expect(patternLiterals("one\\|three", false)).toEqual(expect.arrayContaining(["one", "three"]));
  });

  it("leaves out a character that may be missing", () => {
    expect(patternLiterals("colou?r", false)).toContain("colo");
  });

  it("offers the pattern itself where it fixes nothing, in case it was an exact string", () => {
    expect(patternLiterals("\\d+", false)).toEqual(["\\d+"]);
  });
});
