import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCompactctl, temporaryFolder } from "../testing/run-compactctl.js";

describe("compactctl config check", () => {
  it("prints the settings in effect and where each came from", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const file =
      "model: gpt-5\npolicy: {trigger_pct: 0.8, min_gain_pct: 0.05}\nsummarizer: {base_url: 'https://me:secret@models.example/v1'}\n";
    await writeFile(join(cwd, "plimsoll.config.yaml"), file);
    const environment = { PLIMSOLL_POLICY__KEEP_RECENT_TURNS: "3" };
    const [text, json] = await Promise.all([
      runCompactctl(["config", "check"], { cwd, environment }),
      runCompactctl(["config", "check", "--json"], { cwd, environment }),
    ]);
    expect(text.code).toBe(0);
    expect(text.stderr).toContain("plimsoll.config.yaml is valid.");
    expect(text.stdout).toContain('model: "gpt-5"  # file\n');
    expect(text.stdout).toContain("  trigger_pct: 0.8  # file\n");
    expect(text.stdout).toContain("  keep_recent_turns: 3  # PLIMSOLL_POLICY__KEEP_RECENT_TURNS\n");
    // Set to what is the default too: it was set, all the same.
    expect(text.stdout).toContain("  min_gain_pct: 0.05  # file\n");
    expect(text.stdout).toContain("  keep_tool_io_pairs: 4  # default\n");
    expect(text.stdout + json.stdout).not.toContain("secret");
    expect(JSON.parse(json.stdout)).toMatchObject({
      path: join(cwd, "plimsoll.config.yaml"),
      settings: { model: "gpt-5", policy: { trigger_pct: 0.8, keep_recent_turns: 3 } },
    });
    await writeFile(join(cwd, "printed.yaml"), text.stdout);
    expect((await runCompactctl(["config", "check", "printed.yaml"], { cwd })).code).toBe(0);
  });

  it("tells what a preset set from what nobody set", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const file = "policy: {preset: codex, summary_role: assistant}\n";
    await writeFile(join(cwd, "plimsoll.config.yaml"), file);
    const { stdout } = await runCompactctl(["config", "check"], { cwd });
    expect(stdout).toContain("  trigger_pct: 0.9  # preset codex\n");
    expect(stdout).toContain('  summary_role: "assistant"  # file\n');
    expect(stdout).toContain("  keep_tool_io_pairs: 4  # default\n");
  });

  it("lists every problem at once and ends with 2", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    await writeFile(join(cwd, "bad.yaml"), "policy: {trigger_pct: 3}\nmax_context_tokens: many\n");
    const [text, json] = await Promise.all([
      runCompactctl(["config", "check", "bad.yaml"], { cwd }),
      runCompactctl(["config", "check", "bad.yaml", "--json"], { cwd }),
    ]);
    expect(text).toMatchObject({ code: 2, stdout: "" });
    expect(text.stderr).toContain("policy.trigger_pct: 3;");
    expect(text.stderr).toContain("max_context_tokens: ");
    expect(JSON.parse(json.stdout)).toMatchObject({
      error: { code: "INVALID_CONFIG", details: { problems: [{}, {}] } },
    });
  });

  it("blames a mistyped variable on the environment, not on the file", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    await writeFile(join(cwd, "good.yaml"), "model: gpt-5\n");
    const unknown = { PLIMSOLL_POLICY__TRIGER_PCT: "0.5" };
    const invalid = { PLIMSOLL_POLICY__TRIGGER_PCT: "much" };
    for (const environment of [unknown, invalid]) {
      const { code, stderr } = await runCompactctl(["config", "check", "good.yaml"], { cwd, environment });
      expect(code).toBe(2);
      expect(stderr).toContain("The environment has 1 problem:");
      expect(stderr).not.toContain("good.yaml has");
    }
  });
});
