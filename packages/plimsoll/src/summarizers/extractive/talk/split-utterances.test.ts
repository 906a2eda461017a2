import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitUtterances } from "./split-utterances.js";

const pieces = (text: string): string[] =>
  splitUtterances({ source: text, start: 0, end: text.length }).map(({ source, start, end }) =>
    source.slice(start, end),
  );

describe("splitUtterances", () => {
  it("cuts at sentences, hesitations, notes of the transcriber and second starts", () => {
    expect(pieces("We should ship it. So um the price is high {pause} for the market [laughter].")).toEqual([
      "We should ship it.",
      "So",
      "the price is high",
      "for the market",
    ]);
    expect(pieces("the remote the remote control is small")).toEqual([
      "the remote",
      "the remote control is small",
    ]);
    expect(pieces("我们下周上线。价格还没定。")).toEqual(["我们下周上线。", "价格还没定。"]);
  });

  it("does not cut behind a negation or a condition", () => {
    expect(pieces("we should not uh use the display")).toEqual(["we should not uh use the display"]);
    expect(pieces("if the price um goes up we stop")).toEqual(["if the price um goes up we stop"]);
  });

  it("gives pieces in order that stand there word for word", () => {
    const word = fc.constantFrom(
      "um",
      "price",
      "{pause}",
      "not",
      "the",
      "the",
      "goes.",
      "up?",
      "\n",
      ",",
      "钱。",
      "[laughs]",
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), (words) => {
        const text = words.join(" ");
        let from = 0;
        for (const { start, end } of splitUtterances({ source: text, start: 0, end: text.length })) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThan(start);
          from = end;
        }
        expect(from).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
