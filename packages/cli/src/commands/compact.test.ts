import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { heuristicEstimator } from "plimsoll";
import { readConversation } from "plimsoll/formats";
import { createItemMeter } from "plimsoll/tokens";
import { describe, expect, it, onTestFinished } from "vitest";
import { AGENT_SESSION, runCompactctl, temporaryFolder } from "../testing/run-compactctl.js";
import { SAMPLE_FILES } from "../testing/sample-files.js";

interface Answer {
  readonly items: object[];
  readonly tokens_before: number;
  readonly tokens_after: number;
  readonly compacted: boolean;
  readonly version: number;
  readonly removed: string[];
  readonly rung: string;
}

const answerOf = (stdout: string): Answer => JSON.parse(stdout) as Answer;
/** The heuristic estimator starts faster. */
const COUNTING = ["--target-tokens", "1500", "--estimator", "heuristic"];
const hello = [{ role: "user", content: "hello" }];

describe("compactctl compact", () => {
  it("reduces the prepared session by at least 40 % with the default policy", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const args = ["compact", AGENT_SESSION, "--window", "32000", "--no-archive"];
    const [json, text] = await Promise.all([
      runCompactctl([...args, "--json"], { cwd }),
      runCompactctl(args, { cwd }),
    ]);
    const { tokens_before: before, tokens_after: after, compacted, removed } = answerOf(json.stdout);
    expect(compacted).toBe(true);
    expect(before).toBeGreaterThan(32_000);
    expect(after).toBeLessThanOrEqual(0.6 * before);
    expect(removed.length).toBeGreaterThan(0);
    expect(text.stderr).toMatch(
      /^compacted: [\d,]+ → [\d,]+ tokens \(-\d\d %\), kept \d+ of \d+ items, removed \d+, /,
    );
    const written = JSON.parse(text.stdout) as Record<string, unknown>;
    expect(written["input"]).toEqual(answerOf(json.stdout).items);
    expect(Object.keys(written)).toEqual(["model", "instructions", "tools", "input"]);
    expect(await readdir(cwd)).toEqual([]);
  });

  it.each(SAMPLE_FILES)("writes $name back in its own format and archives it", async (sample) => {
    const cwd = await temporaryFolder(onTestFinished);
    await writeFile(join(cwd, sample.name), sample.text);
    const run = await runCompactctl(["compact", sample.name, ...COUNTING, "--out", "out"], {
      cwd,
    });
    expect(run).toMatchObject({ code: 0, stdout: "" });
    expect(run.stderr).toContain(`undo with: compactctl undo ${sample.session}`);
    const written = await readFile(join(cwd, "out"), "utf8");
    expect(JSON.stringify(sample.items(written))).toContain("<COMPACT-SUMMARY v1>");
    const window = readConversation(written);
    expect(window.items).toEqual(sample.items(written));
    const meter = createItemMeter(window.format, heuristicEstimator);
    expect(window.items.reduce((sum, item) => sum + meter.tokens(item), 0)).toBeLessThanOrEqual(1500);
    const undone = await runCompactctl(["undo", sample.session, "--json"], { cwd });
    expect(answerOf(undone.stdout).items).toHaveLength(readConversation(sample.text).items.length);
  });

  it("reads one object from standard input and writes one with --json", async () => {
    const { text } = SAMPLE_FILES[1]!;
    const input = `{"items":${text},"target_tokens":1000}`;
    const cwd = await temporaryFolder(onTestFinished);
    const run = await runCompactctl(["compact", "-", "--json"], { cwd, input });
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const answer = answerOf(run.stdout);
    expect(answer).toMatchObject({ compacted: true, version: 1 });
    expect(answer.tokens_after).toBeLessThanOrEqual(1000);
    expect(answer.tokens_before).toBeGreaterThan(1000);
    expect(answer.rung).not.toBe("");
    expect(answer.items.length).toBeLessThan((JSON.parse(text) as unknown[]).length);
    expect(await readdir(cwd)).toEqual([]);
  });

  it("returns a conversation that fits as it is", async () => {
    const input = JSON.stringify({ messages: hello, target_tokens: 8000 });
    const run = await runCompactctl(["compact", "-", "--json"], { input });
    expect(run.code).toBe(0);
    expect(answerOf(run.stdout)).toMatchObject({ items: hello, compacted: false, removed: [], version: 0 });
  });

  it("lets --target-tokens win over the file, and counts the whole list", async () => {
    const input = `{"items":${SAMPLE_FILES[1]!.text},"target_tokens":100000}`;
    const args = [
      "compact",
      "-",
      "--json",
      "--target-tokens",
      "700",
      "--strategy",
      "brief",
      "--pruning",
      "fifo",
    ];
    const run = await runCompactctl(args, { input });
    expect(answerOf(run.stdout).tokens_after).toBeLessThanOrEqual(700);
  });

  it("replaces a file in place and keeps its first version as a backup", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const { text } = SAMPLE_FILES[1]!;
    await writeFile(join(cwd, "h.json"), text);
    const args = ["compact", "h.json", "--in-place", "--estimator", "heuristic", "--target-tokens"];
    expect((await runCompactctl([...args, "2000"], { cwd })).code).toBe(0);
    const first = await readFile(join(cwd, "h.json"), "utf8");
    expect((await runCompactctl([...args, "1000"], { cwd })).code).toBe(0);
    const second = await readFile(join(cwd, "h.json"), "utf8");
    expect(first.length).toBeLessThan(text.length);
    expect(second.length).toBeLessThan(first.length);
    expect(second).toContain("<COMPACT-SUMMARY v2>");
    expect(await readFile(join(cwd, "h.json.bak"), "utf8")).toBe(text);
    expect((await readdir(cwd)).sort()).toEqual([".compact", "h.json", "h.json.bak"]);
  });

  it("applies the archived compaction again when the same file comes back", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    await writeFile(join(cwd, "h.json"), SAMPLE_FILES[1]!.text);
    const args = ["compact", "h.json", ...COUNTING];
    const first = await runCompactctl(args, { cwd });
    const second = await runCompactctl(args, { cwd });
    expect(second.stdout).toBe(first.stdout);
    expect(second.stderr).toMatch(/^applied compaction v1 of this session again: /);
  });

  it("archives standard input only under a session that is named", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const input = `{"items":${SAMPLE_FILES[1]!.text},"target_tokens":1500}`;
    await runCompactctl(["compact", "-", ...COUNTING, "--session", "named one"], { cwd, input });
    const run = await runCompactctl(["sessions", "--json"], { cwd });
    expect(JSON.parse(run.stdout)).toMatchObject({ sessions: [{ session: "named one" }] });
  });

  it("takes the store, the window and the policy from the configuration", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    await writeFile(join(cwd, "h.json"), SAMPLE_FILES[1]!.text);
    await writeFile(
      join(cwd, "plimsoll.config.yaml"),
      "max_context_tokens: 4000\nstorage: {adapter: sqlite, path: ./store.db}\ntelemetry: {exporter: console}\n",
    );
    const run = await runCompactctl(["compact", "h.json"], { cwd });
    expect(run.code).toBe(0);
    expect(run.stderr).toMatch(/^compacted: .*\n$/);
    expect(await readdir(cwd)).toContain("store.db");
    const shown = await runCompactctl(["show", "h", "--json"], { cwd });
    expect(JSON.parse(shown.stdout)).toMatchObject({
      session: expect.stringMatching(/^h-[0-9a-f]{16}$/) as string,
      compactions: [{ version: 1, undone: false }],
    });
  });

  it("warns of a tool result without its call and leaves it out", async () => {
    const items = [{ role: "tool", tool_call_id: "x", content: "nobody asked" }, ...hello];
    const input = JSON.stringify({ messages: items, target_tokens: 100 });
    const run = await runCompactctl(["compact", "-", "--json"], { input });
    expect(run.stderr).toContain("orphan_results: 1");
    const answer = answerOf(run.stdout);
    expect(answer.items).toEqual(hello);
    expect(answer.tokens_after).toBeLessThan(answer.tokens_before);
  });

  it("says which lines of a session file it passed over", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    await writeFile(join(cwd, "h.jsonl"), `{"role":"user","content":"hello"}\n{broken\n`);
    const run = await runCompactctl(["compact", "h.jsonl", "--no-archive", "--target-tokens", "50"], { cwd });
    expect(run.code).toBe(0);
    expect(run.stderr).toContain("compactctl: warning: line 2 is not valid JSON; skipping it.");
  });
});
