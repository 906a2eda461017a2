import { describe, expect, it } from "vitest";
import { script, type SessionScript } from "./ledger-test-support.js";

const run = (session: SessionScript, command: string, output: string): SessionScript =>
  session.tool("bash", { command }, output);
const open = (session: SessionScript): string[] =>
  session
    .checkpoint()
    .errors.filter(({ state, status }) => state === "open" && status === "current")
    .map(({ text }) => text);

const FAILED =
  "FAILED tests/test_a.py::test_one - AssertionError: assert 1 == 2\n1 failed, 2 passed in 0.30s";

describe("ErrorLedger", () => {
  it.each([
    ["pytest tests/test_a.py", FAILED, "FAILED tests/test_a.py::test_one - AssertionError: assert 1 == 2"],
    ["go test ./...", "--- FAIL: TestSum (0.00s)\nFAIL\texample.org/sum", "FAIL\texample.org/sum"],
    [
      "npx tsc",
      "src/a.ts(8,1): error TS2322: wrong type\nFound 1 error.",
      "src/a.ts(8,1): error TS2322: wrong type",
    ],
    ["uv run pyright | tail -3", "/a/b.py:8:1 - error: is unknown", "/a/b.py:8:1 - error: is unknown"],
    ["npm run lint", "npm ERR! Missing script: lint", "npm ERR! Missing script: lint"],
    ["python run.py | tail", "Traceback (most recent call last):\nKeyError: 'x'", "KeyError: 'x'"],
    ["git push", "fatal: no upstream branch", "fatal: no upstream branch"],
    ["cargo build", "error[E0308]: mismatched types\n --> src/a.rs:3:5", "error[E0308]: mismatched types"],
    ["cargo run", "thread 'main' panicked at src/a.rs:3:5:", "thread 'main' panicked at src/a.rs:3:5:"],
  ])("names what %s reports, whatever hides its exit code", (command, output, text) => {
    expect(open(run(script(), command, output)).at(-1)).toBe(text);
  });

  it("tells a success by the count of a runner, not by a torn line or one test of many", () => {
    const tests = Array.from({ length: 60 }, (_, at) => `tests/test_a.py::test_${at} PASSED [ ${at}%]`);
    const rule = "=".repeat(20);
    const output = `${tests.join("\n")}\n${rule} 60 passed, 1 skipped, 2 deselected in 0.43s ${rule}`;
    const session = run(run(script(), "pytest tests/test_a.py", FAILED), "pytest tests/test_a.py", output);
    expect(session.checkpoint().errors).toMatchObject([
      { state: "resolved", resolution: "60 passed, 1 skipped, 2 deselected in 0.43s" },
    ]);
  });

  it.each([
    ["python -m pytest tests/test_a.py -q", "python -m pytest tests/test_a.py -v"],
    ["pytest tests/test_a.py", "cd /repo && uv run pytest tests/test_a.py 2>&1 | tail -5"],
    ["pytest tests/test_a.py", "pytest"],
    ["pytest", "pytest tests/test_a.py::test_one"],
  ])("lets a success of %s resolve %s", (failing, passing) => {
    const session = run(run(script(), failing, FAILED), passing, "...\n3 passed in 0.28s");
    expect(session.checkpoint().errors).toMatchObject([
      { state: "resolved", resolution: "3 passed in 0.28s" },
    ]);
  });

  it.each([
    ["pytest tests/test_a.py", "pytest tests/test_b.py", "3 passed"],
    ["npm test", "npm run build", "done"],
    ["python a.py", "python b.py", "ok 1"],
  ])("leaves a failure of %s open when %s succeeds", (failing, passing, output) => {
    expect(open(run(run(script(), failing, `${FAILED}\nexit code 1`), passing, output))).toHaveLength(1);
  });

  it("resolves what a program failed with by a script of the project that says it runs it", () => {
    const failed = run(
      script(),
      "npx tsgo --noEmit",
      "src/a.ts(8,1): error TS2322: wrong type\nFound 1 error.",
    );
    expect(open(run(failed, "npm run lint", "> app@1.0.0 lint\n> oxlint\n\nFound 0 errors."))).toHaveLength(
      1,
    );
    const built = "> app@1.0.0 build\n> tsgo -p tsconfig.build.json && vite build\n\nbuilt in 3.1s";
    expect(open(run(failed, "cd /srv/app && npm run build 2>&1", built))).toEqual([]);
  });

  it("keeps of a program that fails again only what it reports now", () => {
    const session = run(
      run(script(), "npx tsc", "a.ts(1,1): error TS1: one\nb.ts(2,2): error TS2: two"),
      "npx tsc --noEmit | head -20",
      "b.ts(2,2): error TS2: two",
    );
    expect(open(session)).toEqual(["b.ts(2,2): error TS2: two"]);
  });

  it("puts the newest failure last", () => {
    const session = run(
      run(run(script(), "make a", "error: one"), "make b", "error: two"),
      "make a",
      "error: one",
    );
    expect(open(session)).toEqual(["error: two", "error: one"]);
  });

  it("takes nothing that is only looked at, and no search that finds nothing, for a failure", () => {
    const session = script();
    run(session, "grep -rn 'error' src", "src/a.ts:8: error: string;\nTypeError: in a comment");
    run(session, "cat log.txt | tail -5", "Error: boom");
    run(session, "grep -n missing src/a.ts", "(no output)\n\nexit code 1");
    run(session, "pytest", "logged: ValueError: tested\nValueError: tested\n12 passed in 1.2s");
    expect(open(session)).toEqual([]);
  });

  it("resolves a refused edit by any later change of the file", () => {
    const session = script()
      .call("edit", { path: "a.ts", old_string: "x", new_string: "y" })
      .result("String to replace not found", true);
    expect(open(session)).toHaveLength(1);
    session
      .call("edit", { path: "a.ts", old_string: "z", new_string: "y" })
      .result("Found 2 matches of the string", true)
      .tool("write", { path: "a.ts", content: "y" }, "ok");
    // Nobody needs to know that it was resolved.
    expect(session.checkpoint().errors).toEqual([]);
  });

  it("resolves an edit that did not fit its file by a change of another one, but nothing that was not allowed", () => {
    const refused = (text: string): string[] =>
      open(
        script()
          .call("edit", { path: "a.ts", old_string: "x", new_string: "y" })
          .result(text, true)
          .tool("edit", { path: "b.ts", old_string: "x", new_string: "y" }, "ok"),
      );
    expect(refused("Found 2 matches of the string to replace, but replace_all is false.")).toEqual([]);
    expect(refused("EACCES: permission denied, open 'a.ts'")).toHaveLength(1);
    expect(refused("The user doesn't want to proceed with this tool use.")).toHaveLength(1);
  });

  it.each([
    ["pytest test/test_a.py -v", "pytest /srv/app/test/test_a.py -v"],
    ["ruff check app/b.py", "cd app && ruff check b.py"],
  ])("lets %s be resolved by %s: one file, named from two folders", (failing, passing) => {
    const missing = "ERROR: file or directory not found: it\nexit code 4";
    expect(open(run(run(script(), failing, missing), passing, "3 passed in 0.28s"))).toEqual([]);
  });

  it("resolves what a script failed with that was given as text by the next one that runs", () => {
    const imports = 'python -c "\nfrom app/x import old\nprint(1)"';
    const session = run(script(), imports, "ImportError: cannot import name 'old'\nexit code 1");
    expect(open(session)).toHaveLength(1);
    expect(open(run(session, "python a.py", "done"))).toHaveLength(1);
    expect(open(run(session, 'uv run python -c "print(1)"', "1"))).toEqual([]);
  });

  it("takes a warning for none, and names what a copy did not find", () => {
    const warning = "<string>:26: SyntaxWarning: invalid escape sequence '\\!'";
    expect(open(run(script(), "python -c 'x = 1' | tail -3", `ok\n${warning}`))).toEqual([]);
    expect(open(run(script(), "python b.py", `${warning}\nImportError: no b\nexit code 1`))).toEqual([
      "ImportError: no b",
    ]);
    const copy = "cp $(npm root -g)/a/dark.json ~/x/custom.json";
    const session = run(
      script(),
      copy,
      "Debugger attached.\ncp: /a/dark.json: No such file or directory\nexit code 1",
    );
    expect(session.checkpoint().errors).toMatchObject([
      { text: "cp: /a/dark.json: No such file or directory", subject: "cp $(…)/a/dark.json ~/x/custom.json" },
    ]);
    expect(open(run(session, "cp src/dark.json ~/x/custom.json", ""))).toEqual([]);
  });

  it("names what two programs report once, and what npm says around it only if nothing else tells", () => {
    const told = "src/a.ts(8,1): error TS2322: wrong type";
    const frame = "npm error command sh -c tsc -p tsconfig.json";
    const session = run(script(), "npm run build", `${told}\n${frame}\nexit code 2`);
    expect(open(session)).toEqual([told]);
    run(session, "npx tsc | head", told);
    expect(open(session)).toEqual([told]);
    expect(open(run(script(), "npm run build", `${frame}\nexit code 2`))).toEqual([frame]);
  });

  it("forgets a lookup that failed once another one finds what it looked for", () => {
    const missing = "ls: /srv/skills: No such file or directory\nexit code: 2";
    const session = run(script(), "ls /srv/skills", missing);
    expect(open(session)).toHaveLength(1);
    run(session, "find /opt -name skills", "/opt/shared/skills\nexit code: 0");
    expect(session.checkpoint().errors).toEqual([]);
    const web = run(
      script(),
      "curl localhost:1",
      "curl: (22) The requested URL returned error: 500\nexit code: 22",
    );
    expect(open(run(web, "ls", "a.txt\nexit code: 0"))).toHaveLength(1);
  });

  it("forgets a file that could not be read once one of its name is", () => {
    const session = script()
      .call("Read", { file_path: "/a/src/pool.ts" })
      .result("File does not exist.", true);
    expect(open(session)).toHaveLength(1);
    session.tool("Read", { file_path: "/a/src/other.ts" }, "x");
    expect(open(session)).toHaveLength(1);
    session.tool("Read", { file_path: "/a/lib/pool.ts" }, "export const size = 3;");
    expect(session.checkpoint().errors).toEqual([]);
  });

  it("resolves the failure of a script when the one program in it succeeds", () => {
    const failed = "> app@1.0.0 build\n> tsc -p .\n\nsrc/a.ts(8,1): error TS2322: wrong type\nexit code: 2";
    expect(open(run(run(script(), "npm run build", failed), "npx tsc -p .", "exit code: 0"))).toEqual([]);
    const several = failed.replace("tsc -p .", "biome check && tsc -p .");
    expect(open(run(run(script(), "npm run build", several), "npx tsc -p .", "exit code: 0"))).toHaveLength(
      1,
    );
  });
});
