import { describe, expect, it } from "vitest";
import { cleanAnswer } from "./clean-answer.js";

describe("cleanAnswer", () => {
  it.each([
    ["  plain \n", "plain"],
    ["```markdown\n## Goal\n- x\n```", "## Goal\n- x"],
    ["<COMPACT-SUMMARY v3>\nbody\n</COMPACT-SUMMARY>", "body"],
    ["```\n<COMPACT-SUMMARY v3>\nbody\n</COMPACT-SUMMARY>\n```", "body"],
    ["<COMPACT-SUMMARY v1>\n```\nbody\n```\n</COMPACT-SUMMARY>", "body"],
    ["<think>hm</think>\nbody", "body"],
    ["<think>never ends", ""],
    ["text with ```code``` inside", "text with ```code``` inside"],
    ["```js\na\n```\nand more", "```js\na\n```\nand more"],
  ])("turns %j into %j", (text, expected) => {
    expect(cleanAnswer(text)).toBe(expected);
  });
});
