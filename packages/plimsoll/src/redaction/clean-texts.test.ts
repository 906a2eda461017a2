import { describe, expect, it } from "vitest";
import { CleanTexts } from "./clean-texts.js";

const text = (letter: string): string => letter.repeat(200);

describe("CleanTexts", () => {
  it("remembers the newest texts within its bound", () => {
    const clean = new CleanTexts(4);
    for (const letter of ["a", "b", "c", "d", "e"]) clean.add(text(letter));
    expect(["a", "b", "c", "d", "e"].map((letter) => clean.has(text(letter)))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  it("keeps no short texts, and long ones only as they are", () => {
    const clean = new CleanTexts();
    clean.add("short");
    clean.add("x".repeat(600_000));
    expect([clean.has("short"), clean.has("x".repeat(600_000)), clean.has("x".repeat(600_001))]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
