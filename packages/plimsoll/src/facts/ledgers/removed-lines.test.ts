import { describe, expect, it } from "vitest";
import { script, type SessionScript } from "./ledger-test-support.js";
import { removedLines } from "./removed-lines.js";

const OLD = "const total = sumOfAll(rows);";
const NEW = "const total = sumOfOpen(rows);";
const of = (session: SessionScript) => removedLines(session.items.map(({ view }) => view));
const edited = (): SessionScript =>
  script().tool("edit", { path: "a.ts", old_string: `  ${OLD}\n  return total;`, new_string: NEW }, "done");

describe("removedLines", () => {
  it.each([
    ["a pair of texts", "Edit", { file_path: "a.ts", old_string: OLD, new_string: NEW }],
    ["a pair in camel case", "edit", { path: "a.ts", oldText: OLD, newText: NEW }],
    ["several pairs", "MultiEdit", { path: "a.ts", edits: [{ old_string: OLD, new_string: NEW }] }],
    ["a pair without new text", "str_replace", { path: "a.ts", old_str: OLD }],
    ["search and replace", "sub", { path: "a.ts", search: OLD, replace: NEW }],
    [
      "a patch",
      "apply_patch",
      `*** Begin Patch\n*** Update File: a.ts\n@@\n function a() {\n-  ${OLD}\n+  ${NEW}\n*** End Patch`,
    ],
    ["a diff", "patch", { diff: `--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n x\n-${OLD}\n+${NEW}\n` }],
    ["a block", "replace", { diff: `<<<<<<< SEARCH\n${OLD}\n=======\n${NEW}\n>>>>>>> REPLACE` }],
    [
      "a patch in the shell",
      "bash",
      { command: `apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a.ts\n-${OLD}\n+${NEW}\nEOF` },
    ],
  ])("has the lines that %s took out, not those it put in", (_, name, input) => {
    const removed = of(script().tool(name, input, "ok"));
    expect(removed.has(OLD)).toBe(true);
    expect(removed.has(`  12→    ${OLD}`)).toBe(true);
    expect(removed.has(`- ${OLD}`)).toBe(true);
    expect(removed.has(NEW)).toBe(false);
  });

  it("has no short lines and none that the edit keeps", () => {
    const kept = "this.line.stays.as.it.is();";
    const removed = of(
      script().tool("edit", { old_string: `${kept}\n}\n${OLD}`, new_string: `${kept}\n}` }, "ok"),
    );
    expect([removed.has(kept), removed.has("}"), removed.has(OLD), removed.size]).toEqual([
      false,
      false,
      true,
      1,
    ]);
  });

  it.each([
    "<tool_use_error>String to replace not found in file.</tool_use_error>",
    "Error: no match",
    "The user doesn't want to proceed with this tool use.",
    "Found 2 matches of the string to replace, but replace_all is false.",
    "Could not find the exact text in a.ts.",
  ])("has nothing of an edit that was refused: %s", (answer) => {
    expect(of(script().tool("edit", { old_string: OLD, new_string: NEW }, answer)).size).toBe(0);
    expect(of(script().call("edit", { old_string: OLD, new_string: NEW }).result("x", true)).size).toBe(0);
    expect(of(script().call("edit", { old_string: OLD, new_string: NEW })).size).toBe(0);
  });

  it("forgets a line that is written or printed again", () => {
    expect(of(edited()).has(OLD)).toBe(true);
    for (const back of [
      edited().tool("edit", { old_string: NEW, new_string: OLD }, "ok"),
      edited().tool("write", { path: "b.ts", content: `x\n${OLD}\n` }, "ok"),
      edited().tool("bash", { command: "grep -n total a.ts" }, `src/a.ts:12:  ${OLD}`),
    ])
      expect(of(back).has(OLD)).toBe(false);
  });

  it("keeps a line that a diff shows as removed", () => {
    expect(of(edited().tool("bash", { command: "git diff" }, `-  ${OLD}\n+  ${NEW}`)).has(OLD)).toBe(true);
  });

  it("is quick with many edits and long outputs", () => {
    const session = script();
    const text = Array.from({ length: 2_000 }, (_, line) => `const value${line} = compute(${line});`).join(
      "\n",
    );
    for (let edit = 0; edit < 50; edit++)
      session.tool("edit", { old_string: `${text}\nlet extra = number(${edit});`, new_string: text }, text);
    expect(of(session).size).toBe(50);
  });
});
