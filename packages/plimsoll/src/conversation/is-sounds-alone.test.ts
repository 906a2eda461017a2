import { describe, expect, it } from "vitest";
import { isSoundsAlone } from "./is-sounds-alone.js";

describe("isSoundsAlone", () => {
  it.each([
    ["Industrial Designer: {vocalsound} {vocalsound}", true],
    ["{disfmarker}", true],
    ["Ann: [laughter] .", true],
    ["Ann: {vocalsound} That went well.", false],
    ["Ann: Right.", false],
    ["{}", false],
    ["", false],
    ["[Ann](https://example.org) said so", false],
  ])("%j: %s", (text, expected) => {
    expect(isSoundsAlone(text)).toBe(expected);
  });
});
