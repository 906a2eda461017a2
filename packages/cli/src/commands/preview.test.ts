import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCompactctl, temporaryFolder } from "../testing/run-compactctl.js";
import { SAMPLE_FILES } from "../testing/sample-files.js";

const TARGET = ["--target-tokens", "1500"];

async function withHistory() {
  const cwd = await temporaryFolder(onTestFinished);
  const items = JSON.parse(SAMPLE_FILES[1]!.text) as object[];
  await writeFile(join(cwd, "h.json"), JSON.stringify(items));
  return { cwd, items };
}

describe("compactctl compact --preview", () => {
  it("prints the summary that would be written, and archives nothing", async () => {
    const { cwd } = await withHistory();
    const text = await runCompactctl(["compact", "h.json", ...TARGET, "--preview"], { cwd });
    const json = await runCompactctl(["compact", "h.json", ...TARGET, "--preview", "--json"], { cwd });
    expect(await readdir(cwd)).toEqual(["h.json"]);
    expect(text.stderr).toMatch(
      /^would compact: [\d,]+ → [\d,]+ tokens \(-\d\d %\), summary [\d,]+ of at most [\d,]+ tokens, rung /,
    );
    const shown = JSON.parse(json.stdout) as { summary: string; prepared: string; tokens_after: number };
    expect(text.stdout).toBe(`${shown.summary}\n`);
    expect(shown.prepared).toMatch(/^prep_[0-9a-f]{24}$/);
    const done = await runCompactctl(["compact", "h.json", ...TARGET, "--json"], { cwd });
    expect(JSON.parse(done.stdout)).toMatchObject({ tokens_after: shown.tokens_after });
    expect(done.stdout).toContain(JSON.stringify(shown.summary).slice(1, -1));
  });

  it("saves it to be edited, commits what the file says, and keeps what came since", async () => {
    const { cwd, items } = await withHistory();
    const saved = await runCompactctl(
      ["compact", "h.json", ...TARGET, "--preview", "--summary-out", "summary.txt"],
      { cwd },
    );
    expect(saved).toMatchObject({ code: 0, stdout: "" });
    const file = join(cwd, "summary.txt");
    const [header] = (await readFile(file, "utf8")).split("\n");
    expect(header).toMatch(new RegExp(`^\\[prepared prep_[0-9a-f]{24} of ${items.length} items; `));
    await writeFile(file, `${header}\n\nWe changed our mind: ship order A-17 first.\n`);
    const grown = [...items, { role: "user", content: "And now?" }];
    await writeFile(join(cwd, "h.json"), JSON.stringify(grown));
    const done = await runCompactctl(["compact", "h.json", ...TARGET, "--summary", "summary.txt", "--json"], {
      cwd,
    });
    const result = JSON.parse(done.stdout) as { items: { content: string }[]; compacted: boolean };
    expect(result.compacted).toBe(true);
    expect(result.items.at(-1)).toEqual(grown.at(-1));
    const summary = result.items.find(({ content }) => content?.startsWith("<COMPACT-SUMMARY v1>"));
    expect(summary?.content).toMatch(/\nWe changed our mind: ship order A-17 first\.\n/);
    expect(JSON.stringify(result.items)).toContain("Never touch ");
    expect(summary?.content).not.toContain("prepared");
    const twice = await runCompactctl(["compact", "h.json", ...TARGET, "--summary", "summary.txt"], { cwd });
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining("STALE_PREPARED") as string });
  });

  it("takes any text as a summary, and refuses one that does not fit", async () => {
    const { cwd } = await withHistory();
    await writeFile(join(cwd, "mine.txt"), "All orders were sent.");
    await writeFile(join(cwd, "long.txt"), "All orders were sent. ".repeat(500));
    await writeFile(join(cwd, "empty.txt"), "");
    const [long, empty] = await Promise.all(
      ["long.txt", "empty.txt"].map((name) =>
        runCompactctl(["compact", "h.json", ...TARGET, "--summary", name], { cwd }),
      ),
    );
    expect(long!.code).toBe(2);
    expect(long!.stderr).toMatch(
      /INVALID_INPUT: The summary has \d+ tokens with its tags, but only \d+ are available/,
    );
    expect(empty).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("give a summary as text") as string,
    });
    const sessions = await runCompactctl(["show", "h", "--json"], { cwd });
    expect(sessions.stdout).not.toContain("cmp_");
    const mine = await runCompactctl(["compact", "h.json", ...TARGET, "--summary", "mine.txt", "--json"], {
      cwd,
    });
    expect(mine.stdout).toContain("All orders were sent.");
  });

  it.each([
    [["--jsonl", "x.jsonl", "--preview"], "remove --jsonl"],
    [["h.json", "--preview", "--out", "o.json"], "--preview writes no window"],
    [["h.json", "--summary-out", "s.txt"], "--summary-out needs --preview"],
  ])("refuses %j", async (args, says) => {
    const run = await runCompactctl(["compact", ...args]);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(says) as string });
  });

  it("says so if nothing would change", async () => {
    const input = JSON.stringify([{ role: "user", content: "hello" }]);
    const run = await runCompactctl(["compact", "-", "--target-tokens", "500", "--preview"], { input });
    expect(run).toMatchObject({ code: 0, stdout: "" });
    expect(run.stderr).toBe("nothing would change: The list already fits 500 tokens.\n");
  });
});
