import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { syntheticHistory } from "plimsoll/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCompactctl, temporaryFolder } from "../testing/run-compactctl.js";
import { SAMPLE_FILES } from "../testing/sample-files.js";

interface Answer {
  readonly sessions: readonly { readonly path: string; readonly cuts: readonly object[] }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly results: readonly {
    readonly method: string;
    readonly budget: number;
    readonly recall: number;
    readonly over_budget: number;
    readonly orphans: number;
  }[];
}

interface Aged {
  readonly summary_by_age: { readonly quarters: readonly number[]; readonly unattributed: number };
  readonly facts: { readonly newest: { readonly kept: number; readonly all: number } };
}

interface AgedAnswer {
  readonly results: readonly Aged[];
  readonly repeated: { readonly results: readonly Aged[] };
}

const FAST = ["--estimator", "heuristic"];

/** A folder with one long session in each of three formats, the last in a folder below. */
async function sessionFolder(): Promise<string> {
  const cwd = await temporaryFolder(onTestFinished);
  await mkdir(join(cwd, "sessions", "below"), { recursive: true });
  const formats = ["responses", "chat", "anthropic"] as const;
  for (const [index, format] of formats.entries()) {
    const items = syntheticHistory({ seed: index + 1, turns: 30, format, toolDensity: 0.9 });
    const name = format === "anthropic" ? join("below", "anthropic.json") : `${format}.json`;
    await writeFile(join(cwd, "sessions", name), JSON.stringify(items));
  }
  return cwd;
}

describe("compactctl eval", () => {
  it("measures the sessions of a folder for every method and budget, the same way each time", async () => {
    const cwd = await sessionFolder();
    const args = ["eval", "sessions", "--budgets", "5,20%", ...FAST];
    const [text, json, again] = await Promise.all([
      runCompactctl(args, { cwd }),
      runCompactctl([...args, "--json"], { cwd }),
      FULL_SCALE ? runCompactctl([...args, "--json"], { cwd }) : undefined,
    ]);
    expect(text).toMatchObject({ code: 0, stderr: "" });
    expect(text.stdout).toMatch(/^3 sessions of 3, cut at \d+ places; later calls need \d+ strings/);
    expect(text.stdout.match(/^Compacted to (?:5|20) %$/gm)).toHaveLength(2);
    expect(text.stdout.match(/^(?:plimsoll|keep-last|first-last|clip-outputs) .* none$/gm)).toHaveLength(8);
    const answer = JSON.parse(json.stdout) as Answer;
    expect(answer.sessions.map(({ path }) => path)).toEqual([
      join("sessions", "below", "anthropic.json"),
      join("sessions", "chat.json"),
      join("sessions", "responses.json"),
    ]);
    for (const result of answer.results) expect(result).toMatchObject({ over_budget: 0, orphans: 0 });
    if (again) expect(again.stdout).toBe(json.stdout);
  });

  it("reports how old the things are that a summary says, after one compaction and after many", async () => {
    const cwd = await sessionFolder();
    const args = ["eval", "sessions/chat.json", "--budgets", "10", "--rounds", "4", ...FAST];
    const [text, json] = await Promise.all([
      runCompactctl(args, { cwd }),
      runCompactctl([...args, "--json"], { cwd }),
    ]);
    expect(text).toMatchObject({ code: 0, stderr: "" });
    expect(text.stdout.match(/^summary by age +oldest +older +newer +newest +other/gm)).toHaveLength(2);
    expect(text.stdout).toMatch(/^Compacted 4 times in a row, each time to 10 %$/m);
    const { results, repeated } = JSON.parse(json.stdout) as AgedAnswer;
    expect(repeated).toMatchObject({ rounds: 4 });
    for (const { summary_by_age, facts } of [...results, ...repeated.results]) {
      const { quarters, unattributed } = summary_by_age;
      expect(quarters).toHaveLength(4);
      expect(quarters.reduce((sum, share) => sum + share, unattributed)).toBeCloseTo(1, 2);
      expect(facts.newest.kept).toBeLessThanOrEqual(facts.newest.all);
    }
  });

  it("says so if no session is long enough for that many compactions", async () => {
    const cwd = await sessionFolder();
    const args = ["eval", "sessions/chat.json", "--budgets", "10", "--rounds", "5000", ...FAST];
    const run = await runCompactctl(args, { cwd });
    expect(run.stdout).toContain("No session is long enough to be compacted 5,000 times.");
  });

  it("writes every window that was measured, and what it lost, to --out", async () => {
    const cwd = await sessionFolder();
    const args = ["eval", "sessions/chat.json", "--budgets", "5", "--out", "report.json", ...FAST];
    const run = await runCompactctl(args, { cwd });
    expect(run).toMatchObject({ code: 0, stderr: "The whole report is in report.json.\n" });
    const report = JSON.parse(await readFile(join(cwd, "report.json"), "utf8")) as { windows: object[] };
    expect(report.windows[0]).toMatchObject({
      method: "plimsoll",
      budget: 0.05,
      lost: expect.any(Array) as unknown,
    });
  });

  it("reads session files of every kind", async () => {
    const cwd = await sessionFolder();
    for (const { name, text } of SAMPLE_FILES) await writeFile(join(cwd, name), text);
    const run = await runCompactctl(["eval", ".", "--json", "--budgets", "10", ...FAST], { cwd });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    expect((JSON.parse(run.stdout) as Answer).sessions).toHaveLength(SAMPLE_FILES.length + 3);
  });

  it("names what it cannot read, goes on, and ends with 1", async () => {
    const cwd = await sessionFolder();
    await writeFile(join(cwd, "sessions", "broken.json"), "{ nonsense");
    const run = await runCompactctl(["eval", "sessions", "--budgets", "10", "--json", ...FAST], { cwd });
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(`warning: ${join("sessions", "broken.json")}: The input is not JSON`);
    expect((JSON.parse(run.stdout) as Answer).skipped).toMatchObject([
      { path: join("sessions", "broken.json") },
    ]);
  });

  it("takes an even choice of many files", async () => {
    const cwd = await sessionFolder();
    const run = await runCompactctl(["eval", "sessions", "--limit", "2", "--budgets", "10", ...FAST], {
      cwd,
    });
    expect(run.code).toBe(0);
    expect(run.stderr).toBe("3 files, reading 2 of them (--limit).\n");
    expect(run.stdout).toMatch(/^2 sessions of 2,/);
  });

  it.each([
    {
      args: [],
      says: "INVALID_INPUT: Name session files or a folder of them, or play the tasks with --tasks.",
    },
    { args: ["missing"], says: "missing cannot be read: there is no such file" },
    { args: ["empty"], says: "empty has no .json, .jsonl or .ndjson file" },
    { args: ["note.json"], says: "1 session cannot be measured" },
    { args: ["broken.json"], says: "None of 1 file is a readable session" },
    { args: ["note.json", "--budgets", "0"], says: "percentages from 0.1 to 100" },
    { args: ["note.json", "--rounds", "1"], says: "Give a whole number from 2 to" },
    { args: ["note.json", "--out", "no/such/folder"], says: "its folder does not exist" },
  ])("ends with 2 for $args", async ({ args, says }) => {
    const cwd = await temporaryFolder(onTestFinished);
    await mkdir(join(cwd, "empty"));
    await writeFile(join(cwd, "note.json"), JSON.stringify([{ role: "user", content: "hello" }]));
    await writeFile(join(cwd, "broken.json"), "nonsense");
    const run = await runCompactctl(["eval", ...args, ...FAST], { cwd });
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain(says);
  });

  it("plays the tasks", async () => {
    const [text, json] = await Promise.all([
      runCompactctl(["eval", "--tasks", "--seeds", "1"]),
      runCompactctl(["eval", "--tasks", "--seeds", "1", "--json"]),
    ]);
    expect(text).toMatchObject({ code: 0, stderr: "" });
    expect(text.stdout).toMatch(/^unlimited window +several +0\.0 +100 % +100 % +100 % +100 % +100 % +0$/m);
    const { tasks } = JSON.parse(json.stdout) as { tasks: { run: string; task: string; played: number }[] };
    expect(tasks).toHaveLength(42);
    expect(tasks[0]).toMatchObject({
      run: "unlimited window",
      task: "booking changes",
      played: 1,
      succeeded: 1,
    });
  });
});
