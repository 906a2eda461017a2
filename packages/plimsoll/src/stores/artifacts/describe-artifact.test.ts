import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { artifactId, describeArtifact } from "./describe-artifact.js";

const unit = fc.oneof(fc.constantFrom("\ud800", "\udc00", "\ufffd", '"', "\\"), fc.string({ maxLength: 2 }));
const anyText = fc.array(unit, { maxLength: 8 }).map((parts) => parts.join(""));

describe("the id of an artifact", () => {
  it("is the beginning of the text's SHA-256", () => {
    expect(artifactId("abc")).toBe("art_ba7816bf8f01cfea414140de5dae2223");
  });

  it("differs for different texts, also where UTF-8 makes them equal", () => {
    fc.assert(
      fc.property(anyText, anyText, (left, right) => {
        expect(artifactId(left) === artifactId(right)).toBe(left === right);
      }),
    );
    const texts = ["\ud800", "\udc00", "\ufffd", JSON.stringify("\ud800"), "\\ud800"];
    expect(new Set(texts.map((text) => artifactId(text))).size).toBe(texts.length);
  });

  it("differs with the salt, for texts with lone surrogates too", () => {
    for (const text of ["abc", "\ud800"]) expect(artifactId(text, "salt")).not.toBe(artifactId(text));
  });
});

describe("the description of an artifact", () => {
  it.each([
    ["", 0],
    ["a", 1],
    ["a\n", 1],
    ["a\nb", 2],
    ["a\nb\n", 2],
    ["\n", 1],
    ["\n\n", 2],
    ["a\r\nb\r\n", 2],
  ])("counts the lines of %j as a person does", (text, lines) => {
    expect(describeArtifact(text)).toEqual({ id: artifactId(text), characters: text.length, lines });
  });
});
