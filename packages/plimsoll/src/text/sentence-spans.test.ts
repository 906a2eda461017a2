import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endsSentence, sentenceSpans } from "./sentence-spans.js";

const sentences = (text: string): string[] =>
  sentenceSpans(text).map(({ start, end }) => text.slice(start, end));

describe("sentenceSpans", () => {
  it.each([
    [
      "ends a sentence at its mark and closing marks",
      'He said "no." Then (yes!) he left',
      ['He said "no."', "Then (yes!)", "he left"],
    ],
    ["needs a blank behind a Latin mark", "Use v1.2 of app.ts. Now", ["Use v1.2 of app.ts.", "Now"]],
    [
      "needs none behind an East Asian one",
      "不要提交。先测试！「好。」再说",
      ["不要提交。", "先测试！", "「好。」", "再说"],
    ],
    ["ends a sentence with its line", "one\n  two\n\nthree", ["one", "two", "three"]],
    [
      "goes on behind abbreviations",
      "Use a store, e.g. Redis. See fig. no. 3.",
      ["Use a store, e.g. Redis.", "See fig.", "no. 3."],
    ],
    ["keeps the number of an entry", "1. Build it. 2. Test it.", ["1. Build it.", "2. Test it."]],
    [
      "keeps a bold label",
      "**Note.** It is slow. **Never.** Do it",
      ["**Note.** It is slow.", "**Never.** Do it"],
    ],
    [
      "goes on behind ordinal numbers and abbreviations of other languages",
      "Abgabe ist am 9. April. Das kostet ca. 5 Euro. Стоит 5 тыс. рублей.",
      ["Abgabe ist am 9. April.", "Das kostet ca. 5 Euro.", "Стоит 5 тыс. рублей."],
    ],
    [
      "does not end inside a quotation",
      "看板に「走るな。騒ぐな。」とある。 Da steht: „Nie. Niemals.“ Gut. La notice dit : « Jamais. Non. » Bien.",
      [
        "看板に「走るな。騒ぐな。」",
        "とある。",
        "Da steht: „Nie. Niemals.“",
        "Gut.",
        "La notice dit : « Jamais. Non. »",
        "Bien.",
      ],
    ],
    [
      "ends where a quotation is never closed",
      "「一つ。二つ。 «Один. Два.",
      ["「一つ。", "二つ。", "«Один.", "Два."],
    ],
    ["ends at a danda", "यह करो। वह मत करो॥ बस", ["यह करो।", "वह मत करो॥", "बस"]],
    ["takes marks in a row as one", "What?! Really... Yes", ["What?!", "Really...", "Yes"]],
  ])("%s", (_, text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it("ends a piece at every mark with a blank behind it", () => {
    const text = "1. Use e.g. Redis. (Now.) Done";
    const pieces = sentenceSpans(text, "piece").map(({ start, end }) => text.slice(start, end));
    expect(pieces).toEqual(["1.", "Use e.g.", "Redis.", "(Now.) Done"]);
  });

  it("loses nothing but blanks and gives spans in order", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z.!?。\n "*1)]{0,80}$/), (text) => {
        expect(sentences(text).join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
        const ends = sentenceSpans(text).flatMap(({ start, end }) => [start, end]);
        expect(ends).toEqual([...ends].sort((one, other) => one - other));
      }),
    );
  });
});

describe("endsSentence", () => {
  it.each(["Done.", "Done!)", "Really?**", "完成。", "हो गया।"])("is true for %s", (text) => {
    expect(endsSentence(text)).toBe(true);
  });
  it.each(["Done", "see e.g.", "Done:", "a, b,"])("is false for %s", (text) => {
    expect(endsSentence(text)).toBe(false);
  });
});
