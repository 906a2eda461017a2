import { describe, expect, it } from "vitest";
import { readProse } from "./read-prose.js";

describe("prose", () => {
  it("takes a line of any number of sentences", () => {
    const sentences = readProse("Do it. ".repeat(200_000));
    expect(sentences).toHaveLength(200_000);
    expect(sentences.at(-1)?.text).toBe("Do it.");
  });
});
