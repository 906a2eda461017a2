import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scaled } from "plimsoll-testkit/scaled";
import { bound, DEMANDS } from "./constraint-test-support.js";

const CHINESE = /\p{Script=Han}/u;
const rules = DEMANDS.filter((text) => !CHINESE.test(text) && text.endsWith("."));
const chineseRules = DEMANDS.filter((text) => CHINESE.test(text) && !/[ -~]/.test(text));

/** A text broken at a column as editors do it, the lines behind the first indented. */
function wrap(text: string, columns: number, indent: string = ""): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = indent + word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}

const wrapSigns = (text: string, width: number): string =>
  text.replace(new RegExp(`(.{${width}})(?=.)`, "gu"), "$1\n");

const collapsed = (texts: readonly string[], by: string = " "): Set<string> =>
  new Set(texts.map((text) => text.replace(/\s+/g, by).trim()));

const several = fc.uniqueArray(fc.constantFrom(...rules), { minLength: 2, maxLength: 6 });

describe("rules in text that is broken at a column", () => {
  it("are the same at any width", () => {
    fc.assert(
      fc.property(several, fc.integer({ min: 24, max: 120 }), (chosen, columns) => {
        expect(collapsed(bound(wrap(chosen.join(" "), columns)))).toEqual(collapsed(bound(chosen.join(" "))));
      }),
      { numRuns: scaled(300) },
    );
  });

  it("are the same at any width as entries of a list", () => {
    fc.assert(
      fc.property(several, fc.integer({ min: 24, max: 120 }), fc.boolean(), (chosen, columns, ordered) => {
        const mark = (index: number): string => (ordered ? `${index + 1}. ` : "- ");
        const indent = ordered ? "   " : "  ";
        const list = chosen.map((rule, index) => wrap(mark(index) + rule, columns, indent)).join("\n");
        expect(collapsed(bound(`Mind this.\n\n${list}`))).toEqual(new Set(chosen));
      }),
      { numRuns: scaled(300) },
    );
  });

  it("are the same at any width in Chinese", () => {
    const chosen = fc.uniqueArray(fc.constantFrom(...chineseRules), { minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(chosen, fc.integer({ min: 8, max: 60 }), (texts, width) => {
        expect(collapsed(bound(wrapSigns(texts.join(""), width)), "")).toEqual(new Set(texts));
      }),
      { numRuns: scaled(300) },
    );
  });
});

const IN_LINES: readonly (readonly [string, readonly string[]])[] = [
  ["Do not\ncommit to main without asking me first.", ["Do not commit to main without asking me first."]],
  [
    "The whole test suite has to be green before you open a pull request, and you must never skip\nTypeScript checks.",
    [
      "The whole test suite has to be green before you open a pull request, and you must never skip TypeScript checks.",
    ],
  ],
  ["- Never push to the\nrelease branch\n- Always sign", ["Never push to the release branch", "Always sign"]],
  [
    "1. Never push to the release\n   branch. Always sign\n   commits.\n2. No emojis.",
    ["Never push to the release branch.", "Always sign commits.", "No emojis."],
  ],
  [
    "Never call `git push\n--force` on main. It must run on Node\n20. Do not ask.",
    ["Never call `git push --force` on main.", "It must run on Node 20.", "Do not ask."],
  ],
  [
    "The answer must come (at least 3\ntimes) at most 2.5\nseconds later.",
    ["The answer must come (at least 3 times) at most 2.5 seconds later."],
  ],
  [
    "Always read the settings\nfrom the file (not from the environment) and never\nreturn a default (e.g. zero).",
    [
      "Always read the settings from the file (not from the environment) and never return a default (e.g. zero).",
    ],
  ],
  ["不要在没有\n测试的情况下提交。", ["不要在没有 测试的情况下提交。"]],
];

/** Lines that are sentences, or none: the text is the list of what binds. */
const APART: readonly (readonly [string, readonly string[]])[] = [
  ["no console logs\nnever touch main\nuse tabs", ["no console logs", "never touch main", "use tabs"]],
  ["Never touch main\nNo console logs\nThanks!", ["Never touch main", "No console logs"]],
  ["No console logs!\nwhy does it fail?", ["No console logs!"]],
  ["Never touch main\nwhy does it fail?", ["Never touch main"]],
  ["# Never do this\nWork on a branch.", ["# Never do this"]],
  ["Never push to main\n\nand that is what I said.", ["Never push to main"]],
  ["Never push to main\n```\ngit push\n```\nor else.", ["Never push to main"]],
  ["Never push to main\n| a | b |\n| - | - |\nor else.", ["Never push to main"]],
  ["不要改接口\n只能用标准库\n禁止全局变量", ["不要改接口", "只能用标准库", "禁止全局变量"]],
];

describe("a line break", () => {
  it.each(IN_LINES)("is passed over within a sentence: %j", (text, expected) => {
    expect(bound(text)).toEqual(expected);
  });

  it.each(APART)("ends what does not go on: %j", (text, expected) => {
    expect(bound(text)).toEqual(expected);
  });

  it("keeps entries of a list of requirements together with their further lines", () => {
    const list = "Requirements:\n1. Dark mode by\n   default. Light mode on\n   request.\n2. Export as CSV";
    expect(bound(list)).toEqual(["Dark mode by default.", "Light mode on request.", "Export as CSV"]);
  });
});

describe("hostile input", () => {
  it.each([
    ["lines of one word", "never\n"],
    ["brackets that nobody closes", "(never\n"],
    ["spans of code that nobody closes", "`never\n"],
    ["entries of entries", "- never\n  always\n"],
    ["numbers", "3.5 must\n"],
    ["heads of mails", "From: a\nTo: b\n"],
    ["broken signs", "不要\n"],
  ])("is read in linear time and space: %s", (_, unit) => {
    const repeated = (times: number): number => bound(`Never stop.\n\n${unit.repeat(times)}`).length;
    expect(repeated(10_000)).toBeGreaterThan(0);
  });
});

describe("numbers at the beginning of a line", () => {
  it("open entries of lists within lists", () => {
    const list = "1. Never stop\n   1. Never rest\n   2. Never sleep\n2. Never eat\n3. Never drink";
    expect(bound(list)).toEqual(["Never stop", "Never rest", "Never sleep", "Never eat", "Never drink"]);
  });

  it("belong to the sentence that was broken before them", () => {
    expect(bound("- It must run on Node\n  20. Never on\n  18.")).toEqual([
      "It must run on Node 20.",
      "Never on 18.",
    ]);
    expect(bound("3. Never do that.")).toEqual(["Never do that."]);
  });
});
