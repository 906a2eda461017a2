import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanWords } from "./scan-words.js";

function wordsOf(text: string): string[] {
  const words: string[] = [];
  scanWords(text, (word) => words.push(word));
  return words;
}

describe("scanWords", () => {
  it.each([
    ["Hello, World!", ["hello", "world"]],
    ["max_retries", ["max_retries", "max", "retries"]],
    ["readFileSync", ["readfilesync", "read", "file", "sync"]],
    ["HTTPServer", ["httpserver", "http", "server"]],
    ["src/app.test.ts", ["src/app.test.ts", "src", "app", "test", "ts"]],
    ["invoices2026", ["invoices2026", "invoices", "2026"]],
    ["gate B22", ["gate", "b22"]],
    ["roll-out", ["roll-out", "roll", "out", "rollout"]],
    ["v1.2.3...", ["v1.2.3", "v1"]],
    ["Größe café", ["grosse", "cafe"]],
    ["Отчёт", ["отчет"]],
    ["दवा का", ["दवा", "का"]],
    ["打印机", ["打印", "印机"]],
    ["ＡＢＣ", ["abc"]],
    ["--- ... ///", []],
  ])("reads %s", (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  it("finds every plain word of any text at its place", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 20 }), (words) => {
        const text = words.join(" ");
        const places: [string, number][] = [];
        scanWords(text, (word, at) => places.push([word, at]));
        expect(places.map(([word]) => word)).toEqual(words);
        for (const [word, at] of places) expect(text.slice(at, at + word.length)).toBe(word);
      }),
    );
  });
});
