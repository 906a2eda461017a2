import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { syntheticHistory } from "plimsoll/testing";
import { runCompactctl, temporaryFolder } from "../testing/run-compactctl.js";

const answers = (text: string): Record<string, unknown>[] =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const request = (id: unknown, format: "chat" | "responses" | "gemini"): string =>
  JSON.stringify({ id, items: syntheticHistory({ seed: 2, turns: 8, format }), target_tokens: 900 });

describe("compactctl compact --jsonl", () => {
  it("answers every line in order and goes on after a bad one", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const lines = [
      request("a", "chat"),
      "{broken",
      "",
      JSON.stringify({ id: "b", items: [1] }),
      JSON.stringify({ id: "c", items: [{ role: "user", content: "much too long" }], target_tokens: 1 }),
      request(7, "gemini"),
      request("a", "responses"),
    ];
    await writeFile(join(cwd, "in.jsonl"), lines.join("\n"));
    const run = await runCompactctl(["compact", "--jsonl", "in.jsonl", "--out", "out.jsonl"], { cwd });
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain("compactctl: line 2: INVALID_INPUT: ");
    expect(run.stderr).toContain("compactctl: line 4: INVALID_INPUT: Item 0 is a number");
    expect(run.stderr).toContain("compactctl: line 5: INSUFFICIENT_BUDGET: ");
    expect(run.stderr).toContain("3 lines done, 3 failed: ");
    const written = answers(await readFile(join(cwd, "out.jsonl"), "utf8"));
    expect(written.map(({ id, line, code }) => [id, line, code])).toEqual([
      ["a", undefined, undefined],
      [undefined, 2, "INVALID_INPUT"],
      ["b", 4, "INVALID_INPUT"],
      ["c", 5, "INSUFFICIENT_BUDGET"],
      [7, undefined, undefined],
      ["a", undefined, undefined],
    ]);
    for (const answer of written.filter((entry) => entry["code"] === undefined)) {
      expect(Object.keys(answer)).toEqual(["id", "items", "tokens_before", "tokens_after"]);
      expect(answer["tokens_after"]).toBeLessThanOrEqual(900);
      expect(answer["tokens_before"]).toBeGreaterThan(900);
      expect(JSON.stringify(answer["items"])).toContain("<COMPACT-SUMMARY v1>");
    }
  });

  it("gives the same answer for a line wherever it stands", async () => {
    const input = `${request(1, "chat")}\n${request(2, "responses")}\n${request(3, "chat")}\n`;
    const run = await runCompactctl(["compact", "--jsonl", "-", "--out", "-"], { input });
    expect(run.code).toBe(0);
    const [first, , third] = answers(run.stdout);
    expect(third?.["items"]).toEqual(first?.["items"]);
  });

  it("reports totals as JSON when the answers go to a file", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const input = `${JSON.stringify({ id: 1, items: [{ role: "user", content: "hi" }], target_tokens: 100 })}\n`;
    const run = await runCompactctl(["compact", "--jsonl", "-", "--out", "out.jsonl", "--json"], {
      cwd,
      input,
    });
    expect(JSON.parse(run.stdout)).toMatchObject({ done: 1, failed: 0 });
  });

  it("archives each line under the session that is named", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const input = `${request("x", "chat")}\n${request("y", "chat")}\n`;
    expect((await runCompactctl(["compact", "--jsonl", "-", "--session", "run"], { cwd, input })).code).toBe(
      0,
    );
    const run = await runCompactctl(["sessions", "--json"], { cwd });
    const { sessions } = JSON.parse(run.stdout) as { sessions: { session: string }[] };
    expect(sessions.map(({ session }) => session).sort()).toEqual(["run/x", "run/y"]);
  });

  it("refuses to write over its input", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    await writeFile(join(cwd, "in.jsonl"), request(1, "chat"));
    const run = await runCompactctl(["compact", "--jsonl", "in.jsonl", "--out", "./in.jsonl"], { cwd });
    expect(run.code).toBe(2);
    expect(await readFile(join(cwd, "in.jsonl"), "utf8")).toBe(request(1, "chat"));
  });
});
