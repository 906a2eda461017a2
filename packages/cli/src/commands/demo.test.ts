import { describe, expect, it } from "vitest";
import type { DemoReport } from "../demo/demo-tally.js";
import { runCompactctl } from "../testing/run-compactctl.js";

describe("compactctl demo", () => {
  it("walks more than three windows through the engine and keeps every request below the window", async () => {
    const [text, json, again] = await Promise.all([
      runCompactctl(["demo"]),
      runCompactctl(["demo", "--json"]),
      runCompactctl(["demo", "--json"]),
    ]);
    expect(text).toMatchObject({ code: 0, stderr: "" });
    const report = JSON.parse(json.stdout) as DemoReport;
    expect(report.history_tokens).toBeGreaterThanOrEqual(3 * report.window);
    expect(report.largest_request).toBeLessThanOrEqual(report.window);
    expect(report.compactions).toBeGreaterThan(1);
    expect(report.protected.all).toBeGreaterThan(0);
    expect(report.protected.kept).toBe(report.protected.all);
    expect(report.removed.readable).toBe(report.removed.all);
    expect(text.stdout.match(/^turn +\d+ █.* → /gm)).toHaveLength(report.compactions);
    for (const row of [
      "turns",
      "compactions",
      "tokens in",
      "tokens out",
      "largest request",
      "kept: protected items",
    ]) {
      expect(text.stdout).toMatch(new RegExp(`^${row}`, "m"));
    }
    expect(again.stdout).toBe(json.stdout);
  });

  it("takes another window, seed and length", async () => {
    const run = await runCompactctl(["demo", "--window", "6000", "--seed", "42", "--turns", "60", "--json"]);
    expect(run.code).toBe(0);
    const report = JSON.parse(run.stdout) as DemoReport;
    expect(report.turns).toBeGreaterThanOrEqual(60);
    expect(report.window).toBe(6000);
  });
});
