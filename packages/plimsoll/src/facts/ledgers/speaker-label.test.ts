import { describe, expect, it } from "vitest";
import { speakerLabel } from "./speaker-label.js";

describe("speakerLabel", () => {
  it.each([
    ["Ann: hello", "Ann", "hello"],
    ["Ann Lee: hello", "Ann Lee", "hello"],
    ["Mr. John O'Neil-Ray: hello", "Mr. John O'Neil-Ray", "hello"],
    ["Ann (sales): hello", "Ann", "hello"],
    ["The Chair (Mr. Ray (North)): hello", "The Chair", "hello"],
    ["Speaker 1: hello", "Speaker 1", "hello"],
    ["[10:02] Ann: hello", "Ann", "hello"],
    ["10:02 AM - ann: hello", "ann", "hello"],
    ["12/05/2024, 10:02 - Ann Lee: hello", "Ann Lee", "hello"],
    ["Ann [00:01:02]: hello", "Ann", "hello"],
    ["**Ann:** hello", "Ann", "hello"],
    ["**Ann**: hello", "Ann", "hello"],
    ["[10:02] <ann> hello", "ann", "hello"],
    ["<ann_> hello", "ann_", "hello"],
    ["[10:02 ops-lead] hello", "ops-lead", "hello"],
    ["[Ann Lee 10:02] hello", "Ann Lee", "hello"],
    ["Ann Lee  10:02 AM", "Ann Lee", ""],
    ["Ann Lee:", "Ann Lee", ""],
    ["王芳：你好", "王芳", "你好"],
    ["主持人（台北）：你好", "主持人", "你好"],
  ])("reads %s", (line, written, said) => {
    const label = speakerLabel(line);
    expect(label?.written).toBe(written);
    expect(label?.name).toBe(written.toLowerCase());
    expect(line.slice(label?.length)).toBe(said);
  });

  it.each([
    "Important: never do that",
    "Note: the build is slow",
    "Acceptance criteria: all green",
    "Hard requirements: none",
    "Change of plan: use the other one",
    "Step 2: compile",
    "User: do not do that",
    "Q: how?",
    "注意：不要这样",
    "验收标准：全部通过",
    "the file is here: look",
    "https://example.org/x",
    "std::vector is fine",
    "I looked at it and then I found out that it works: yes",
    "10:02 was the time",
    "",
  ])("finds no speaker in %s", (line) => {
    expect(speakerLabel(line)).toBeUndefined();
  });

  it("says which lines carry a time", () => {
    expect(["Ann: hi", "[10:02] Ann: hi", "Ann 10:02"].map((line) => speakerLabel(line)?.stamped)).toEqual([
      false,
      true,
      true,
    ]);
  });
});
