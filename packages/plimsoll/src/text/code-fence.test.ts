import { describe, expect, it } from "vitest";
import { CodeFence } from "./code-fence.js";

const held = (text: string): string[] => {
  const fence = new CodeFence();
  return text.split("\n").filter((line) => fence.holds(line));
};

describe("CodeFence", () => {
  it("holds the lines of a block with the marks around it", () => {
    expect(held("a\n```ts\nx\n```\nb")).toEqual(["```ts", "x", "```"]);
  });

  it("closes a block by the mark that opened it, or a longer one", () => {
    expect(held("~~~\n```\n~~~\na")).toEqual(["~~~", "```", "~~~"]);
    expect(held("````\n```\n`````\na")).toEqual(["````", "```", "`````"]);
  });

  it("holds everything behind a mark that nothing closes", () => {
    expect(held("a\n```\nb\nc")).toEqual(["```", "b", "c"]);
  });
});
