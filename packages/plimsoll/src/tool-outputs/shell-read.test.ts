import { describe, expect, it } from "vitest";
import { WHOLE_FILE } from "./read-extent.js";
import { shellRead } from "./shell-read.js";

const lines = (first: number, last: number) => ({ kind: "lines", first, last });
const END = Number.POSITIVE_INFINITY;

describe("shellRead", () => {
  it.each([
    ["cat a.ts", "a.ts", WHOLE_FILE],
    ["cat -n 'my file.ts' 2>/dev/null", "my file.ts", WHOLE_FILE],
    ["nl -ba src/a.ts", "src/a.ts", WHOLE_FILE],
    ["sed -n '10,80p' a.ts", "a.ts", lines(10, 80)],
    ['sed -n "1,$p" a.ts', "a.ts", WHOLE_FILE],
    ["sed -n 7p a.ts", "a.ts", lines(7, 7)],
    ["head a.ts", "a.ts", lines(0, 10)],
    ["head -n 40 a.ts", "a.ts", lines(0, 40)],
    ["head -40 a.ts", "a.ts", lines(0, 40)],
    ["tail -n40 a.ts", "a.ts", { kind: "end", count: 40 }],
    ["tail -n +40 a.ts", "a.ts", lines(40, END)],
    ["nl -ba a.ts | sed -n '5,9p'", "a.ts", lines(5, 9)],
    ["cat a.ts | head -20", "a.ts", lines(0, 20)],
    ["cat app/[id]/page.tsx\n", "app/[id]/page.tsx", WHOLE_FILE],
  ])("reads %s", (command, path, extent) => {
    expect(shellRead(command)).toEqual({ path, folder: "", extent });
  });

  it("takes the folder that the command changes to", () => {
    expect(shellRead("cd /repo && cat a.ts")).toEqual({ path: "a.ts", folder: "/repo", extent: WHOLE_FILE });
    expect(shellRead("cd sub; head -5 a.ts 2>&1")).toMatchObject({ folder: "sub", extent: lines(0, 5) });
  });

  it.each([
    "cat",
    "cat a.ts b.ts",
    "cat *.ts",
    "cat $FILE",
    "cat a.ts > b.ts",
    "cat a.ts && rm a.ts",
    "cat a.ts | grep x",
    "cat a.ts || true",
    "cat a.ts &",
    "cat a.ts\ncat b.ts",
    "sed -i 's/a/b/' a.ts",
    "sed -n '/x/p' a.ts",
    "sed -n '9,2p' a.ts",
    "head -c 100 a.ts",
    "tail -f a.log",
    "npm test",
    "cd - && cat a.ts",
    "(cat a.ts)",
    "cat <(ls)",
    "head -5 a.ts | tail -2",
    "echo 'cat a.ts'",
    "",
    "'",
    `cat ${"x".repeat(2_000)}`,
  ])("does not take for a read: %s", (command) => {
    expect(shellRead(command)).toBeUndefined();
  });
});
