import { describe, expect, it } from "vitest";
import { remembered } from "./remembered.js";

describe("remembered", () => {
  it("reads a text once, also where the answer is undefined", () => {
    const read: string[] = [];
    const length = remembered((text) => {
      read.push(text);
      return text === "" ? undefined : text.length;
    });
    expect([length("ab"), length(""), length("ab"), length("")]).toEqual([2, undefined, 2, undefined]);
    expect(read).toEqual(["ab", ""]);
  });

  it("forgets rather than grows, and answers the same", () => {
    const twice = remembered((text) => text + text);
    const texts = Array.from({ length: 3_000 }, (_, index) => `text ${index}`);
    expect(texts.map(twice)).toEqual(texts.map((text) => text + text));
    expect(texts.map(twice)).toEqual(texts.map((text) => text + text));
  });
});
