import { describe, expect, it } from "vitest";
import { StringIndex } from "./string-index.js";

const found = (strings: readonly string[], text: string): string[] => {
  const index = new StringIndex();
  const numbers = strings.map((one) => index.add(one));
  const inText = index.in(text);
  return strings.filter((_, position) => inText.has(numbers[position] ?? -1));
};

describe("StringIndex", () => {
  it("finds strings of any length, whatever their case", () => {
    const strings = ["do", "not", "this", "never", "стоп", "été", "missing", "zz"];
    expect(found(strings, "DO Not do thIs, neVer. СТОП ÉTÉ")).toEqual(strings.slice(0, 6));
  });

  it("finds strings at both ends and inside each other", () => {
    expect(found(["ab", "abc", "abcd", "bc", "cd", "cde"], "abcd")).toEqual([
      "ab",
      "abc",
      "abcd",
      "bc",
      "cd",
    ]);
  });

  it("tells long strings by their beginning", () => {
    expect(found(["forbidden", "forbade"], "forbid")).toEqual(["forbidden"]);
  });

  it("gives one number to strings that differ in case alone", () => {
    const index = new StringIndex();
    expect(index.add("Never")).toBe(index.add("nEVER"));
    expect(index.size).toBe(1);
  });

  it("keeps apart what an expression without regard to case keeps apart", () => {
    // The sign for Kelvin is no k for such an expression.
    expect(found(["kelvin", "ss"], "\u212aelvin ß")).toEqual([]);
  });

  it("finds nothing in short texts and forgets the text before", () => {
    const index = new StringIndex();
    const number = index.add("never");
    expect(index.in("never").has(number)).toBe(true);
    expect(["", "n", "nev"].map((text) => index.in(text).size)).toEqual([0, 0, 0]);
  });
});
