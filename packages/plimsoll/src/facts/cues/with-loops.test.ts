import { describe, expect, it } from "vitest";
import { withLoops } from "./with-loops.js";

describe("withLoops", () => {
  it.each([
    ["(?:please|just)\\s", "(?:please|just)\\s"],
    ["(?:(?:then|so),?\\s){0,2}add", "(?:((?:then|so),?\\s)){0,2}add"],
    ["(?:a(?:b|c){0,3}d){0,2}?e", "(?:(a(?:(b|c)){0,3}d)){0,2}?e"],
    ["(?<=(?:x ){0,2})[)(\\]{0,2}]y\\){0,2}(?=z){0,2}", "(?<=(?:(x )){0,2})[)(\\]{0,2}]y\\){0,2}(?=z){0,2}"],
    ["(?:a){0,4}(?:b){1,2}(?:c)+", "(?:a){0,4}(?:b){1,2}(?:c)+"],
    ["(?:do )?not(?:(?:a|b)c)??[(?:d)?]e?", "(?:(do ))?not(?:((?:a|b)c))??[(?:d)?]e?"],
  ])("puts a group into repeated groups alone: %s", (source, expected) => {
    expect(withLoops(source)).toBe(expected);
    expect(() => new RegExp(expected)).not.toThrow();
  });

  it("leaves the matches as they are", () => {
    const source = String.raw`(?:^|,\s)(?:(?:please|just|then),?\s){0,2}(?:add|be)(?:\s\w{1,9}){0,3}?\.`;
    const texts = [
      "please just add it.",
      "ok, then be.",
      "add a b c d.",
      "just then please add.",
      "Add one two.",
    ];
    const matches = (pattern: string): (string | undefined)[] =>
      texts.map((text) => new RegExp(pattern, "i").exec(text)?.[0]);
    expect(matches(withLoops(source))).toEqual(matches(source));
    expect(matches(source).filter((match) => match !== undefined)).toHaveLength(3);
  });
});
