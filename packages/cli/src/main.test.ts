import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FORMAT_NAMES } from "plimsoll/formats";
import { PRUNING_POLICIES } from "plimsoll/node";
import { TEMPLATE_NAMES } from "plimsoll/summarizers";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildProgram, PRUNINGS, STRATEGIES } from "./build-program.js";
import { runCompactctl, spawnCompactctl, temporaryFolder } from "./testing/run-compactctl.js";

const user = (content: string): string => JSON.stringify([{ role: "user", content }]);

describe("compactctl", () => {
  it("prints its version and its exit codes", async () => {
    const [version, help] = await Promise.all([spawnCompactctl(["--version"]), spawnCompactctl(["--help"])]);
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(help.stdout).toContain("Exit codes: 0 done, 1 ");
    expect(help.code).toBe(0);
  });

  it("has help with an example and --json on every command", () => {
    const program = buildProgram(async () => {});
    const leaves = program.commands.flatMap((command) =>
      command.commands.length > 0 ? command.commands : [command],
    );
    expect(leaves.map((command) => command.name())).toEqual([
      "compact",
      "dry-run",
      "diff",
      "remember",
      "undo",
      "redo",
      "sessions",
      "recall",
      "show",
      "export",
      "import",
      "erase",
      "hold",
      "release",
      "holds",
      "list",
      "show",
      "reseal",
      "sweep",
      "migrate",
      "check",
      "repair",
      "rotate-key",
      "reseal",
      "serve",
      "inspect",
      "doctor",
      "create",
      "list",
      "revoke",
      "unseal",
      "mcp",
      "hook",
      "check",
      "eval",
      "demo",
    ]);
    for (const command of leaves) {
      let help = "";
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      expect(help).toMatch(/\nExamples?:\n {2}\$ compactctl /);
      expect(help).toContain("--json");
    }
  });

  it("offers every format and session file in its help, and refuses another name", async () => {
    const [help, wrong] = await Promise.all([
      runCompactctl(["compact", "--help"]),
      runCompactctl(["compact", "x.json", "--format", "chatt"]),
    ]);
    const words = help.stdout.split(/[\s",()]+/);
    expect(words).toEqual(expect.arrayContaining([...FORMAT_NAMES]));
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("Allowed choices are agents") });
  });

  it("offers the names that the library knows", () => {
    expect(STRATEGIES).toEqual(TEMPLATE_NAMES);
    expect(PRUNINGS).toEqual(PRUNING_POLICIES);
  });

  it.each([
    { args: [], code: 2, says: "Usage: compactctl" },
    { args: ["nonsense"], code: 2, says: "unknown command 'nonsense'" },
    { args: ["compact"], code: 2, says: "Name a file" },
    { args: ["compact", "x.json", "--window", "1.5"], code: 2, says: "whole number" },
    { args: ["compact", "x.json", "--strategy", "poem"], code: 2, says: "task_state" },
    {
      args: ["compact", "missing.json"],
      code: 2,
      says: "INVALID_INPUT: missing.json cannot be read: there is no such file.",
    },
    { args: ["compact", "."], code: 2, says: "it is a folder" },
    { args: ["compact", "-"], input: "", code: 2, says: "Standard input is empty" },
    { args: ["compact", "-"], input: "nonsense", code: 2, says: "INVALID_INPUT: The input is not JSON" },
    { args: ["compact", "-"], input: '[{"what":1}]', code: 2, says: "UNKNOWN_FORMAT" },
    {
      args: ["compact", "-", "--target-tokens", "1"],
      input: user("hello you"),
      code: 3,
      says: "INSUFFICIENT_BUDGET",
    },
    { args: ["compact", "-", "--in-place"], input: user("hi"), code: 2, says: "--in-place needs a FILE" },
    {
      args: ["compact", "-", "--out", "no/such/folder"],
      input: user("hi"),
      code: 2,
      says: "its folder does not exist",
    },
    { args: ["compact", "-", "--config", "none.yaml"], input: user("hi"), code: 2, says: "INVALID_CONFIG" },
    { args: ["undo", "nobody"], code: 2, says: 'UNKNOWN_SESSION: The archive holds no session "nobody"' },
    { args: ["show", "nobody"], code: 2, says: "UNKNOWN_SESSION" },
    { args: ["remember", "nobody"], code: 2, says: "UNKNOWN_SESSION" },
  ])("ends with $code for $args", async ({ args, code, says, input = "" }) => {
    const cwd = await temporaryFolder(onTestFinished);
    const text = await runCompactctl(args, { cwd, input });
    expect(text).toMatchObject({ code, stdout: "" });
    expect(text.stderr).toContain(says);
    expect(text.stderr).not.toContain("\u001b");
  });

  it.each([
    { args: [], code: 2, error: "INVALID_INPUT" },
    { args: ["compact", "x.json", "--window", "0"], code: 2, error: "INVALID_INPUT" },
    { args: ["compact", "-", "--target-tokens", "1"], code: 3, error: "INSUFFICIENT_BUDGET" },
    { args: ["remember", "nobody"], code: 2, error: "UNKNOWN_SESSION" },
  ])("reports $error as one JSON object for $args with --json", async ({ args, code, error }) => {
    const cwd = await temporaryFolder(onTestFinished);
    const run = await runCompactctl([...args, "--json"], { cwd, input: user("hello you") });
    expect(run.code).toBe(code);
    expect(JSON.parse(run.stdout)).toEqual({
      error: { code: error, message: expect.any(String) as string, details: expect.any(Object) as object },
    });
  });

  it.each([
    { args: ["compact", "-"], input: "nonsense", code: 2, says: "INVALID_INPUT" },
    { args: ["nonsense"], input: "", code: 2, says: "unknown command 'nonsense'" },
    { args: ["compact", "-"], input: user("hi"), code: 0, says: "" },
  ])("ends its process with $code for $args", async ({ args, code, says, input }) => {
    const cwd = await temporaryFolder(onTestFinished);
    const run = await spawnCompactctl(args, { cwd, input });
    expect(run.code).toBe(code);
    expect(run.stderr).toContain(says);
    expect(run.stdout === "").toBe(code !== 0);
  });

  it("ends with 4 and writes no window if the archive cannot be written", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    await mkdir(join(cwd, ".compact"));
    await writeFile(join(cwd, ".compact", "archive"), "a file");
    await writeFile(join(cwd, "h.json"), user("word ".repeat(500)));
    const [compact, sessions] = await Promise.all([
      runCompactctl(["compact", "h.json", "--target-tokens", "200"], { cwd }),
      runCompactctl(["sessions"], { cwd }),
    ]);
    expect(compact).toMatchObject({ code: 4, stdout: "" });
    expect(compact.stderr).toContain("STORE_UNAVAILABLE");
    expect(sessions.code).toBe(4);
  });

  it("ends with 130 when it is interrupted", async () => {
    const bin = fileURLToPath(new URL("../bin/compactctl.js", import.meta.url));
    const child = spawn(process.execPath, [bin, "compact", "--jsonl", "-", "--out", "-"]);
    child.stdin.write(`{"id":1,"items":${user("hi")},"target_tokens":100}\n`);
    child.stdout.once("data", () => child.kill("SIGINT"));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(130);
  });

  it("ends quietly when nobody reads its output", async () => {
    const bin = fileURLToPath(new URL("../bin/compactctl.js", import.meta.url));
    const child = spawn(process.execPath, [
      bin,
      "compact",
      "-",
      "--target-tokens",
      "900000",
      "--estimator",
      "heuristic",
    ]);
    let stderr = "";
    child.stderr.on("data", (chunk) => (stderr += String(chunk)));
    child.stdout.destroy();
    child.stdin.end(user("word ".repeat(200_000)));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(stderr).not.toContain("EPIPE");
    expect(code).toBe(0);
  });

  it("prints no colour into a pipe, even where colour is asked for", async () => {
    const run = await spawnCompactctl(["demo", "--fast", "--window", "8000"], {
      environment: { FORCE_COLOR: "1", TERM: "xterm" },
    });
    expect(run.stdout + run.stderr).not.toContain("\u001b");
  });
});
