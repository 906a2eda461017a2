import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { requiredStrings } from "./required-strings.js";

describe("requiredStrings", () => {
  it.each<[string, readonly string[] | undefined]>([
    ["never", ["never"]],
    [String.raw`\b(?:never|always)\b`, ["never", "always"]],
    ["(?:i|we) want", [" want"]],
    ["(?:do|must) not", [" not"]],
    ["(?:stay|keep)(?: it)? below", [" below"]],
    ["colou?r", ["colo"]],
    ["ab+cd", ["ab"]],
    ["(?:forbidden)?x", undefined],
    ["(?:forbidden){0,3}x", undefined],
    ["(?:forbidden){1,3}x", ["forbidden"]],
    ["never|.", undefined],
    ["(?=never)x", undefined],
    ["x(?<!never)", undefined],
    [String.raw`[|)\]]stop[^a-z]`, ["stop"]],
    [String.raw`\(only\)`, ["(only)"]],
    [String.raw`\d\s\wx`, undefined],
    [String.raw`\u00e9t\u00e9`, ["été"]],
    ["a{2}", undefined],
    ["(?<word>again)", ["again"]],
    ["", undefined],
  ])("%s", (source, expected) => {
    expect(requiredStrings(source)).toEqual(expected);
  });

  it("leaves nothing out that a pattern matches", () => {
    const word = fc.constantFrom(
      "never",
      "not",
      "do",
      "i",
      " ",
      "it's",
      String.raw`\.`,
      String.raw`\s`,
      "[nd]",
    );
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 4 },
        word,
        fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => one + other),
        fc.tuple(tie("pattern"), tie("pattern")).map(([one, other]) => `(?:${one}|${other})`),
        fc
          .tuple(tie("pattern"), fc.constantFrom("?", "*", "+", "{2}", "{0,2}", "{1,3}?"))
          .map(([one, repeated]) => `(?:${one})${repeated}`),
        tie("pattern").map((one) => `(?=${one})`),
      ),
    }));
    const text = fc.array(fc.constantFrom("Never", "NOT", "do", "I", " ", "it's", ".", "n", "d"), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(pattern, text, (source, words) => {
        const [match] = new RegExp(source, "i").exec(words.join("")) ?? [];
        const required = requiredStrings(source);
        if (match === undefined || required === undefined) return;
        expect(required.some((one) => match.toLowerCase().includes(one.toLowerCase()))).toBe(true);
      }),
      { numRuns: scaled(5_000, 500) },
    );
  });
});
