import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCompactctl, temporaryFolder } from "../testing/run-compactctl.js";

const RULE = "Never touch config/prod.yaml.";

async function session(cwd: string): Promise<string> {
  const line = (uuid: string, type: string, message: object): object => ({
    type,
    uuid,
    parentUuid: null,
    sessionId: "s1",
    message,
  });
  const path = join(cwd, "s1.jsonl");
  const said = { role: "user", content: `Build all parts. ${RULE}` };
  const answered = { role: "assistant", content: [{ type: "text", text: "Part 1 is built." }] };
  const lines = [line("u1", "user", said), { ...line("a1", "assistant", answered), parentUuid: "u1" }];
  await writeFile(path, lines.map((one) => `${JSON.stringify(one)}\n`).join(""));
  return path;
}

const inputOf = (event: string, rest: object): string =>
  JSON.stringify({ hook_event_name: event, session_id: "s1", ...rest });

describe("compactctl hook", () => {
  it("prints words for the compacting model, then the context for the next window", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const transcript_path = await session(cwd);
    const environment = { CLAUDE_PROJECT_DIR: cwd };
    const before = await runCompactctl(["hook"], {
      input: inputOf("PreCompact", { transcript_path }),
      environment,
    });
    expect(before).toMatchObject({ code: 0, stderr: "" });
    expect(before.stdout).toContain(`- ${RULE}`);
    const after = await runCompactctl(["hook"], {
      input: inputOf("SessionStart", { transcript_path, source: "compact" }),
      environment,
    });
    expect(JSON.parse(after.stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: "SessionStart",
        additionalContext: expect.stringContaining(RULE),
      },
    });
    const sessions = await runCompactctl(["sessions", "--json"], { cwd });
    expect(sessions.stdout).toContain('"s1"');
  });

  it("never ends with 2, which would stop the client", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    await writeFile(join(cwd, "plimsoll.config.yaml"), "policy: [");
    const attempts = [
      { args: ["hook"], input: "no JSON" },
      { args: ["hook"], input: inputOf("PreCompact", { transcript_path: join(cwd, "gone.jsonl") }) },
      { args: ["hook", "--unknown"], input: "" },
      { args: ["hook", "--config", "missing.yaml"], input: inputOf("PreCompact", { transcript_path: "x" }) },
    ];
    for (const { args, input } of attempts) {
      const run = await runCompactctl(args, { cwd, input });
      expect(run, args.join(" ")).toMatchObject({ code: 1, stdout: "" });
      expect(run.stderr).toContain("compactctl: ");
    }
  });

  it("is silent after a call with a small response", async () => {
    const input = inputOf("PostToolUse", { tool_name: "Bash", tool_response: { stdout: "ok" } });
    expect(await runCompactctl(["hook"], { input })).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  it("prints the settings that call it", async () => {
    const { stdout } = await runCompactctl(["hook", "--print-settings"]);
    const { hooks } = JSON.parse(stdout) as { hooks: Record<string, unknown> };
    expect(Object.keys(hooks)).toEqual(["PreCompact", "SessionStart", "PostToolUse"]);
  });
});
