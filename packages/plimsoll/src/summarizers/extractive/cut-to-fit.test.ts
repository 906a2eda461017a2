import { describe, expect, it } from "vitest";
import { cutToFit } from "./cut-to-fit.js";

const fit = (text: string, limit: number, wholeWords = true): string =>
  cutToFit(text, { limit, wholeWords, count: (part) => part.length });

describe("cutToFit", () => {
  it("answers the whole text if it fits", () => {
    expect(fit("alpha beta", 10)).toBe("alpha beta");
  });

  it("ends at the end of a word", () => {
    expect(fit("alpha_one beta_two", 14)).toBe("alpha_one");
    expect(fit("alpha_one beta_two", 9)).toBe("alpha_one");
  });

  it("answers half a word only where that is allowed", () => {
    expect(fit("alpha_one", 4)).toBe("");
    expect(fit("alpha_one", 4, false)).toBe("alph");
  });

  it("cuts text without blanks between any two characters, but never inside one", () => {
    expect(fit("超时改成三十秒", 3)).toBe("超时改");
    expect(fit("😀😀😀", 3, false)).toBe("😀");
    expect(fit("😀", 1, false)).toBe("");
  });
});
