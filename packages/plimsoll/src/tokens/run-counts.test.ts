import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { loadExactEstimator } from "./load-exact-estimator.js";
import { RunCounts } from "./run-counts.js";
import { RUN_LIMIT, splitForTokenizer } from "./split-for-tokenizer.js";

const AS_TEXT = { disallowedSpecial: new Set<string>() };

function randomLetters(length: number, first = "a"): string {
  let state = 7;
  const codes = Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return first.charCodeAt(0) + Math.floor((state / 2 ** 32) * 26);
  });
  return codes.map((code) => String.fromCharCode(code)).join("");
}

const exactly = (text: string): number =>
  splitForTokenizer(text).reduce((sum, piece) => sum + countTokens(piece, AS_TEXT), 0);

describe("RunCounts", () => {
  it("asks for few of the characters of a line of random letters", () => {
    let asked = 0;
    const counts = new RunCounts((piece) => {
      asked += piece.length;
      return piece.length / 2;
    });
    const run = randomLetters(RUN_LIMIT * 40);
    const pieces = splitForTokenizer(run.repeat(50));
    const tokens = pieces.reduce((sum, piece) => sum + counts.tokens(piece), 0);
    expect(tokens).toBeCloseTo((run.length * 50) / 2);
    expect(asked).toBeLessThan((run.length * 50) / 20);
  });

  it("counts a run of 16 KB exactly, and a longer one within one percent", async () => {
    const { count } = await loadExactEstimator("o200k_base");
    expect(count(randomLetters(16_000))).toBe(exactly(randomLetters(16_000)));
    const text = `prose before, ${randomLetters(40_000)} and prose behind ${"it. ".repeat(900)}`;
    expect(Math.abs(count(text) / exactly(text) - 1)).toBeLessThan(0.01);
  });

  it("does not take one kind of characters for another that comes first", async () => {
    const { count } = await loadExactEstimator("o200k_base");
    const parts = ["a".repeat(20_000), randomLetters(20_000), randomLetters(20_000, "A"), "и".repeat(20_000)];
    const text = parts.join("");
    expect(Math.abs(count(text) / exactly(text) - 1)).toBeLessThan(0.03);
  });
});
