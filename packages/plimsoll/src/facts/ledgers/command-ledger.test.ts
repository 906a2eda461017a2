import { describe, expect, it } from "vitest";
import { script } from "./ledger-test-support.js";
import { restoreLedger } from "./restore-ledger.js";
import { createLedger, observeItems } from "./session-ledger.js";

const outcome = (output: string, isError: boolean = false): unknown => {
  const [command] = script()
    .call("bash", { command: "npm test" })
    .result(output, isError)
    .checkpoint().commands;
  return [command!.outcome, command!.exitCode, command!.failingTests];
};

describe("the command ledger", () => {
  it.each([
    ["done\n[exit code: 0]", ["ok", 0, []]],
    ["boom\nProcess exited with code 2", ["failed", 2, []]],
    ['{"output":"x","metadata":{"exit_code":1}}', ["failed", 1, []]],
    ["Exit code 127\nbash: foo: command not found", ["failed", 127, []]],
    ["all good", ["ok", null, []]],
    ["Process running with session ID 12", ["running", null, []]],
    [
      "FAILED tests/test_a.py::test_one - assert 1 == 2\n1 failed, 3 passed",
      ["failed", null, ["tests/test_a.py::test_one"]],
    ],
    ["--- FAIL: TestSum (0.00s)\nFAIL", ["failed", null, ["TestSum"]]],
    ["  ✕ adds numbers (3 ms)\nTests: 1 failed, 2 total", ["failed", null, ["adds numbers"]]],
    ["not ok 2 - parses dates", ["failed", null, ["parses dates"]]],
    ["test parser::empty ... FAILED", ["failed", null, ["parser::empty"]]],
  ])("reads how %j ended", (output, expected) => {
    expect(outcome(output)).toEqual(expected);
  });

  it("takes the flag of the wire format for a failure", () => {
    expect(outcome("no output", true)).toEqual(["failed", null, []]);
  });

  it("lets a success take the place of the failure of the same command, and resolves its error", () => {
    const { commands, errors } = script()
      .tool("bash", { command: "make" }, "main.c:3:1: error: expected ';'\nexit code: 2")
      .tool("bash", { command: "make lint" }, "error: unused variable x\nexit code: 1")
      .tool("bash", { command: "make" }, "exit code: 0")
      .checkpoint();
    expect(commands.map(({ command, outcome: ended, status }) => [command, ended, status])).toEqual([
      ["make", "failed", "superseded"],
      ["make lint", "failed", "current"],
      ["make", "ok", "current"],
    ]);
    expect(commands[0]!.supersededBy).toBe(commands[2]!.id);
    expect(errors.map(({ text, state, resolvedBy }) => [text, state, resolvedBy])).toEqual([
      ["main.c:3:1: error: expected ';'", "resolved", "i5"],
      ["error: unused variable x", "open", ""],
    ]);
  });

  it("reads a command from a text, an argument vector or raw input", () => {
    const { commands } = script()
      .tool("shell", { command: ["bash", "-lc", "ls -a"] }, "")
      .tool("run_command", { cmd: "pwd" }, "")
      .tool("terminal", "git status", "")
      .checkpoint();
    expect(commands.map(({ command }) => command)).toEqual(["ls -a", "pwd", "git status"]);
  });
});

describe("the error ledger", () => {
  it("tells a failure by its count where no line says what went wrong, never by a line that tells of a success", () => {
    const output = (end: string): string => `ok   a.test.ts > adds\nok   b.test.ts > rounds\n\n${end}`;
    const { errors } = script()
      .tool("bash", { command: "npm test" }, output("Tests: 3 failed, 2 passed\nexit code 1"))
      .tool("bash", { command: "npm run check" }, output("exit code 1"))
      .checkpoint();
    expect(errors.map(({ text }) => text)).toEqual(["Tests: 3 failed, 2 passed"]);
  });

  it("forgets the slip of a tool once it succeeds on the same file", () => {
    const edit = { path: "a.ts", old_string: "x", new_string: "y" };
    const session = script().call("edit", edit).result("Error: old_string was not found in a.ts", true);
    expect(session.checkpoint().errors).toMatchObject([{ state: "open", subject: "edit a.ts" }]);
    session.tool("edit", { ...edit, old_string: "z" }, "done");
    expect(session.checkpoint().errors).toEqual([]);
  });

  it("resolves an error after many others, also in a ledger that was stored meanwhile", () => {
    const session = script();
    for (let run = 0; run < 1_500; run++)
      session.tool("bash", { command: `make ${run}` }, "Error: boom\nexit code: 1");
    const stored = JSON.stringify(observeItems(createLedger(), session.items));
    const before = session.items.length;
    session.tool("bash", { command: "make 1499" }, "exit code: 0");
    const ledger = observeItems(restoreLedger(JSON.parse(stored)), session.items.slice(before));
    const states = (rows: Iterable<{ readonly fields: { readonly state: string } }>): string[] =>
      Array.from(rows, ({ fields }) => fields.state);
    expect(states(ledger.table("errors").rows()).filter((state) => state !== "open")).toEqual(["resolved"]);
  });

  it("takes no error from what a file or page says", () => {
    const session = script().tool(
      "read_file",
      { path: "a.py" },
      "raise ValueError('x')\n# Error: never happens",
    );
    expect(session.checkpoint().errors).toEqual([]);
  });
});
