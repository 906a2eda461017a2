import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringsIn } from "./strings-in.js";

const word = fc.constantFrom("a", "b", "ab", "ba", " ", "\n", "  ");
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(""));
const plain = (value: string): string => value.replace(/\s+/g, " ").trim();

describe("Strings in texts", () => {
  it("are found as if each were looked for in each text, few or many, whatever blanks part their words", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), fc.array(text, { maxLength: 6 }), (strings, texts) => {
        const expected = strings.filter(
          (string) => plain(string) === "" || texts.some((whole) => plain(whole).includes(plain(string))),
        );
        expect(stringsIn(strings, texts)).toEqual(new Set(expected));
      }),
    );
  });

  it("do not reach from one text into the next", () => {
    expect(stringsIn(["one two"], ["one", "two"]).size).toBe(0);
  });
});
