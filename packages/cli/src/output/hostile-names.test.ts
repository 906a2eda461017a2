import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCommand } from "../testing/run-command.js";
import { runCompactctl, temporaryFolder } from "../testing/run-compactctl.js";

/** Clears the screen, sets the title, turns the direction round, forges a line of ours. */
const HOSTILE = "a\u001b[2J\u001b]0;owned\u0007\u202ecod\u2066\u009b31m\ncompactctl: done";
const UNSAFE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const FORGED = /^compactctl: done/m;

function expectHarmless({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): void {
  expect(stdout + stderr).not.toMatch(UNSAFE);
  expect(stdout + stderr).not.toMatch(FORGED);
}

const messages = Array.from({ length: 40 }, (_, turn) => ({
  role: turn % 2 ? "assistant" : "user",
  content: `Turn ${turn}. ${"Nothing else happened in this step. ".repeat(15)}`,
}));
const TARGET = ["--target-tokens", "600", "--estimator", "heuristic"];

describe("names and arguments from outside", () => {
  it("cannot do anything to a terminal as the name of a file", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const name = `${HOSTILE}.json`;
    await writeFile(join(cwd, name), JSON.stringify(messages));
    await mkdir(join(cwd, `folder ${HOSTILE}`));
    await writeFile(join(cwd, `broken ${HOSTILE}.json`), "{nothing");
    await writeFile(join(cwd, `config ${HOSTILE}.yaml`), "policy: {nonsense: 1}\nmore: 2\n");
    for (const args of [
      ["compact", name, ...TARGET, "--out", `out ${HOSTILE}`],
      ["compact", name, "--preview", ...TARGET, "--summary-out", `summary ${HOSTILE}`],
      ["dry-run", name, ...TARGET],
      ["diff", name, ...TARGET],
      ["remember", name],
      ["sessions"],
      ["show", name],
      ["show", name, "--checkpoint"],
      ["recall", "Nothing", "--session", name],
      ["recall", "zebra", "--session", name],
      ["artifacts", "list", name],
      ["undo", name, "--out", `undone ${HOSTILE}`],
      ["redo", name],
    ]) {
      const run = await runCommand(args, { cwd });
      expect(run, `${args.join(" ")}: ${run.stderr}`).toMatchObject({ code: 0 });
      expectHarmless(run);
    }
    for (const args of [
      ["compact", `missing ${HOSTILE}`],
      ["compact", `folder ${HOSTILE}`],
      ["compact", `broken ${HOSTILE}.json`],
      ["compact", name, "--out", `none ${HOSTILE}/out.json`],
      ["undo", `broken ${HOSTILE}.json`],
      ["eval", `broken ${HOSTILE}.json`],
      ["eval", `folder ${HOSTILE}`],
      ["config", "check", `config ${HOSTILE}.yaml`],
    ]) {
      const run = await runCommand(args, { cwd });
      expect(run.code, args.join(" ")).not.toBe(0);
      expectHarmless(run);
    }
  });

  it("cannot do anything to a terminal as a session's id or an item's", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    await writeFile(join(cwd, "own.json"), JSON.stringify({ id: HOSTILE, messages }));
    await writeFile(join(cwd, "other.json"), JSON.stringify({ id: `other ${HOSTILE}`, messages }));
    for (const [args, code] of [
      [["compact", "own.json", ...TARGET, "--out", "out.json"], 0],
      [["compact", "other.json", ...TARGET, "--out", "out.json"], 0],
      [["sessions"], 0],
      [["show", HOSTILE], 0],
      [["remember", HOSTILE], 0],
      [["recall", "step", "--session", HOSTILE], 0],
      [["recall", "step"], 2],
      [["show", `${HOSTILE} not there`], 2],
      [["show", HOSTILE, "--item", HOSTILE], 2],
      [["artifacts", "show", HOSTILE, "--session", HOSTILE], 2],
      [["undo", HOSTILE, "--out", "out.json"], 0],
      [["undo", HOSTILE], 1],
    ] as const) {
      const run = await runCommand(args, { cwd });
      expect(run.code, `${args.join(" ")}: ${run.stderr}`).toBe(code);
      expectHarmless(run);
    }
  });

  it("are told back on one line where an option or a command is wrong", async () => {
    for (const args of [[HOSTILE], ["compact", `--${HOSTILE}`], ["compact", "x", "--window", HOSTILE]]) {
      const run = await runCompactctl(args);
      expect(run.code).toBe(2);
      expectHarmless(run);
    }
    expect((await runCompactctl(["recall", "x", "--sesion", "y"])).stderr).toContain(
      "(Did you mean --session?)",
    );
  });
});
