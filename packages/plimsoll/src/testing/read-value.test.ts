import { describe, expect, it } from "vitest";
import { readValue, unquoted } from "./read-value.js";

const fee = { about: [/\bfee\b/gi], value: /\b(\d+) EUR\b/g };

describe("a careful reader", () => {
  it("takes the later statement, and a correction over any other", () => {
    expect(readValue("The fee is 40 EUR.\nThe fee is 35 EUR.", fee)).toBe("35");
    expect(readValue("The fee is 20 EUR instead of 40 EUR. Once the fee was said to be 40 EUR.", fee)).toBe(
      "20",
    );
  });

  it("does not take what is denied, what is elsewhere, or what is too far away", () => {
    expect(
      readValue("No longer a fee of 40 EUR, not 50 EUR.", { ...fee, value: /\b50 EUR\b/g }),
    ).toBeUndefined();
    expect(readValue("There is a fee. The bag is 90 EUR.", fee)).toBeUndefined();
    expect(readValue(`fee ${"x".repeat(300)} 90 EUR`, fee)).toBeUndefined();
  });

  it("takes the value nearest to its subject", () => {
    const clue = { about: [/Ada/g], value: /\b[A-Z]\d\b/g };
    expect(readValue("A1 is the seat of Bo, and Ada has B2, while Cy sits in C3", clue)).toBe("B2");
  });

  it("reads quoted JSON as what it says", () => {
    expect(unquoted('[{\\"a\\":\\"x\\\\ny\\"},{"b":1}]')).toBe('[{"a":"x\ny"}\n{"b":1}]');
  });
});
