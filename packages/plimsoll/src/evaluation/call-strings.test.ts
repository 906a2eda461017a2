import { describe, expect, it } from "vitest";
import { type CallString, callStrings } from "./call-strings.js";

const stringsOf = (input: unknown): CallString[] =>
  callStrings({
    callId: "c",
    name: "tool",
    arguments: typeof input === "string" ? input : JSON.stringify(input),
  });

describe("the exact strings of a call", () => {
  it.each([
    ["an order number", { order: "#W3295833" }, { kind: "id", text: "#W3295833" }],
    ["a number", { items: [5426915165] }, { kind: "id", text: "5426915165" }],
    ["an e-mail address", { mail: "ada@example.org" }, { kind: "id", text: "ada@example.org" }],
    ["a path", { command: "cat src/deep/file.ts:12" }, { kind: "path", text: "src/deep/file.ts" }],
    ["a file name", { command: "python run_all.py" }, { kind: "path", text: "run_all.py" }],
    ["a symbol", { pattern: "call of getUserMedia here" }, { kind: "name", text: "getUserMedia" }],
    ["a commit", { command: "git show 3f9a1c2" }, { kind: "reference", text: "3f9a1c2" }],
    [
      "an address",
      { prompt: "open https://example.org/a?b=1." },
      { kind: "reference", text: "https://example.org/a?b=1" },
    ],
    ["raw input", "edit packages/core/main.go now", { kind: "path", text: "packages/core/main.go" }],
  ])("hold %s", (_, input, expected) => {
    expect(stringsOf(input)).toContainEqual(expected);
  });

  it("hold the long lines that an edit or a patch has to match, and not those it writes", () => {
    const line = "return entries.filter((entry) => entry.open);";
    expect(
      stringsOf({ old_string: `short\n  ${line}`, new_string: `${line} // new comment` }),
    ).toContainEqual({
      kind: "line",
      text: line,
    });
    const patch = `*** Update File: a.ts\n@@\n-  ${line}\n+  return entries.filter(isOpenAtLast);`;
    expect(stringsOf(patch).filter(({ kind }) => kind === "line")).toEqual([{ kind: "line", text: line }]);
  });

  it("are each named once, and prose has none", () => {
    expect(stringsOf({ a: "src/x/one.ts", b: "src/x/one.ts" })).toHaveLength(1);
    expect(stringsOf({ text: "Please look at this and tell me what you think of it, 1/2 or so." })).toEqual(
      [],
    );
  });

  it("are found in linear time in hostile arguments", () => {
    expect(stringsOf({ old_string: `${"a/".repeat(200_000)}${"-".repeat(200_000)}` }).length).toBeLessThan(
      2000,
    );
  });
});
