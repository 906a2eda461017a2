import { describe, expect, it } from "vitest";
import { makeEvidence } from "../../make-evidence.js";
import { evidenceOf } from "../recorded-outputs-test-support.js";

describe("evidence of a command", () => {
  it("has the error of gcc among many warnings, and what make says of it", () => {
    const text = evidenceOf(["command", "make-gcc"], 200, "make -k all");
    expect(text).toContain("$ make -k all");
    expect(text).toContain("src/part7.c:1:27: error: ‘y’ undeclared (first use in this function)");
    expect(text).toContain("make: *** [Makefile:4: part7.o] Error 1");
    expect(text).toMatch(/unused variable ‘unused1’ .*\[×11 alike\]/);
  });

  it("has what cargo found wrong, and how it ended", () => {
    const text = evidenceOf(["command", "cargo-build"], 200, "cargo build");
    expect(text).toContain("error[E0308]: mismatched types");
    expect(text).toContain("expected `u64`, found `u32`");
    expect(text).toContain("due to 4 previous errors; 1 warning emitted");
  });

  it("has a Python traceback and its exception behind a log", () => {
    const text = evidenceOf(["command", "python-traceback"], 150, "python3 app.py");
    expect(text).toContain("INFO loader reading row 0 [×58 alike]");
    expect(text).toContain("KeyError: 'tonnes'");
  });

  it.each(["find", "ls-la"])("has the first and the last lines of a listing by %s", (program) => {
    const lines = evidenceOf(["command", program], 150).split("\n");
    expect(lines).toContain("…");
    expect(lines.length).toBeGreaterThan(6);
  });

  const shown = (text: string, maxTokens = 250): string =>
    makeEvidence({ text }, { maxTokens, count: (part) => Math.ceil(part.length / 4) }).text;

  it("has the headings of a document in Markdown", () => {
    const parts = [...Array(12).keys()].map(
      (part) => `## Part ${part}\n\n${`It says ${part} at length. `.repeat(12)}\n`,
    );
    const text = shown(`# The manual\n\n${parts.join("\n")}`);
    for (const heading of ["# The manual", "## Part 0", "## Part 11"]) expect(text).toContain(heading);
  });

  it("takes no document for a test run that tells of tests which failed", () => {
    const section = (number: number): string =>
      `## Part ${number}\n\nLines were changed until ${number + 2} tests failed for several reasons.\n`;
    const text = `# Benchmarks\n\n${[...Array(40).keys()].map(section).join("\n")}`;
    const shown = makeEvidence({ text }, { maxTokens: 200, count: (part) => Math.ceil(part.length / 4) });
    expect(shown.kind).toBe("command");
    expect(shown.text).toContain("# Benchmarks\n");
    expect(shown.text).toContain("## Part 7\n");
  });

  it("has the one line that is unlike hundreds", () => {
    const rows = [...Array(150).keys()].map((row) =>
      row === 88
        ? `${row}aff   acme/worker   Exited (137) 4 minutes ago   worker-${row}`
        : `${row}${"abc".charAt(row % 3)}${"def".charAt(row % 2)}   acme/worker   Up 3 hours (healthy)   worker-${row}`,
    );
    expect(shown(rows.join("\n"))).toContain("Exited (137)");
  });

  it("is no test run where a server answers OK, and spends nothing on marks of blank lines", () => {
    const answers = [...Array(300).keys()].map((index) => `OK\n\nkey:${index} was set to value ${index}\n`);
    const text = shown(answers.join("\n"), 100);
    expect(text).toMatch(/^\[command/);
    expect(text).not.toMatch(/OK.*\n…\nkey:0/);
  });

  it("shows the rare answer of a server before the last of many errors that are alike", () => {
    const access = [...Array(600).keys()].map(
      (index) =>
        `10.0.0.1 - - "GET /items/${index} HTTP/1.1" ${index === 300 ? 504 : index % 2 === 0 ? 200 : 404} "curl"`,
    );
    const errors = [...Array(300).keys()].map(
      (index) =>
        `[error] 26667: *${index} open() "/usr/share/items/page" failed, request: "GET /items/${index}", host: "quay"`,
    );
    const text = shown([...access, ...errors, `[error] 26667: *301 upstream timed out`].join("\n"), 150);
    expect(text).toContain('"GET /items/300 HTTP/1.1" 504');
    expect(text).toContain("upstream timed out");
  });

  it("fills the room with a line that is longer", () => {
    const line = [...Array(4_000).keys()].map((index) => `f${index}(e,t);`).join("");
    expect(shown(`/* licence */\n${line}\n`, 2_000).length).toBeGreaterThan(5_000);
  });

  it("keeps a long text over which progress was written", () => {
    const text = shown(
      `${"job done\n".repeat(200)}{"error":"quota exceeded for ${"the month ".repeat(30)}"}\r100  5276 done\n`,
    );
    expect(text).toContain("quota exceeded");
  });
});

describe("evidence of a test run", () => {
  it("names the failing tests of cargo with their messages", () => {
    const text = evidenceOf(["test-run", "cargo-test"], 200, "cargo test");
    expect(text).toContain("2 failing");
    for (const said of [
      "tests::weighs",
      "tests::parses",
      "tonnes above the limit",
      "test result: FAILED. 2 passed; 2 failed",
    ])
      expect(text).toContain(said);
  });

  it("names the failing tests of pytest with their messages", () => {
    const text = evidenceOf(["test-run", "pytest"], 200, "pytest -v");
    for (const said of ["test_limit", "test_missing", "KeyError: 'north'", "2 failed, 25 passed"])
      expect(text).toContain(said);
    expect(text).not.toContain("test_counts[7]");
  });

  it("names the failing tests of node --test with their messages", () => {
    const text = evidenceOf(["test-run", "node-tap"], 200, "node --test");
    for (const said of ["not ok 21 - keeps the order", "not ok 22 - never answers", "# fail 2"])
      expect(text).toContain(said);
    expect(text).toContain("berth is not a function");
  });
});
