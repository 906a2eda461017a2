import { describe, expect, it } from "vitest";
import type { AttachmentView } from "../conversation/item-view.js";
import { attachmentTokens } from "./attachment-tokens.js";

function cost(kind: AttachmentView["kind"], characters: number, detail: string = ""): number {
  return attachmentTokens({ kind, characters, detail });
}

describe("attachmentTokens", () => {
  it.each([
    ["an image of low detail", cost("image", 500_000, "low"), 85],
    ["an image of high detail", cost("image", 10, "high"), 1105],
    ["an image of no stated detail", cost("image", 500_000), 1105],
    ["audio by its length", cost("audio", 600_000), 1000],
    ["audio that is only referred to", cost("audio", 20), 64],
    ["a file by its length", cost("file", 80_000), 10_000],
    ["a file that is only referred to", cost("file", 20), 1105],
    ["a file of many megabytes", cost("file", 90_000_000), 100_000],
    ["encrypted reasoning", cost("encrypted", 4001), 1001],
    ["an unknown item", cost("unknown", 301), 101],
  ])("states the cost of %s", (_, actual, expected) => {
    expect(actual).toBe(expected);
  });

  it.each([Number.NaN, -5])("takes a length of %s for none", (characters) => {
    expect(cost("unknown", characters)).toBe(0);
    expect(cost("file", characters)).toBe(1105);
  });
});
