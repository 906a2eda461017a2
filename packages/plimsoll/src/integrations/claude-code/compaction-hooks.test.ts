import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileStorage } from "../../stores/fs/file-storage.js";
import { compactionHooks } from "./compaction-hooks.js";
import type { HookInput } from "./hook-input.js";

const RULE = "Never touch config/prod.yaml.";
const LIMIT = 10_000;

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "plimsoll-hooks-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Lines of a session as Claude Code writes them, each the child of the one before. */
class Transcript {
  readonly lines: object[] = [];
  #last: string | null = null;

  add(type: string, message: object, rest: object = {}): void {
    const uuid = `line-${this.lines.length}`;
    this.lines.push({
      parentUuid: this.#last,
      isSidechain: false,
      type,
      message,
      uuid,
      sessionId: "s1",
      ...rest,
    });
    this.#last = uuid;
  }

  user(content: unknown): void {
    this.add("user", { role: "user", content });
  }

  /** A command with its output, as two lines. */
  command(id: string, command: string, output: string): void {
    const input = { type: "tool_use", id, name: "Bash", input: { command } };
    this.add("assistant", {
      id: `msg_${id}`,
      role: "assistant",
      model: "claude-sonnet-4-6",
      content: [input],
    });
    this.user([{ type: "tool_result", tool_use_id: id, content: output }]);
  }

  compacted(summary: string): void {
    const uuid = `boundary-${this.lines.length}`;
    this.lines.push({ parentUuid: null, type: "system", subtype: "compact_boundary", uuid, sessionId: "s1" });
    this.#last = uuid;
    this.add("user", { role: "user", content: summary }, { isCompactSummary: true });
  }

  async write(): Promise<string> {
    const path = join(folder, "s1.jsonl");
    await writeFile(path, this.lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return path;
  }
}

function work(transcript: Transcript, from: number, to: number): void {
  for (let step = from; step < to; step++)
    transcript.command(
      `toolu_${step}`,
      `make part-${step}`,
      `part ${step}\n${"checked one more unit\n".repeat(80)}`,
    );
}

const input = (event: string, transcript_path: string, rest: object = {}): HookInput => ({
  hook_event_name: event,
  session_id: "s1",
  transcript_path,
  ...rest,
});

describe("compactionHooks", () => {
  it("archives before a compaction, names the rules, and gives the state back after it", async () => {
    const transcript = new Transcript();
    transcript.user(`Build all parts. ${RULE}`);
    work(transcript, 0, 30);
    const compaction = compactionHooks({ storage: fileStorage({ path: join(folder, "archive") }) });
    const before = await compaction.answer(
      input("PreCompact", await transcript.write(), { trigger: "auto" }),
    );
    expect(before).toEqual({
      output: {},
      instructions: expect.stringContaining(`- ${RULE}`),
    });
    transcript.compacted("A summary that forgot everything.");
    const { output } = await compaction.answer(
      input("SessionStart", await transcript.write(), { source: "compact" }),
    );
    const context = contextOf(output);
    expect(context).toContain(RULE);
    expect(context).toContain("make part-29");
    expect(context).not.toContain("forgot everything");
    expect(context.length).toBeLessThan(LIMIT);
    const hits = await (await compaction.manager().recall("s1")).search("part 7");
    expect(hits.length).toBeGreaterThan(0);
    await compaction.close();
  });

  it("says which transcript it cannot read", async () => {
    const compaction = compactionHooks({ storage: fileStorage({ path: join(folder, "archive") }) });
    const path = join(folder, "gone.jsonl");
    await expect(compaction.answer(input("PreCompact", path, { trigger: "auto" }))).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining(`${JSON.stringify(path)} that the hook names in transcript_path`),
    });
    await compaction.close();
  });

  it("keeps the rule of the first window through later compactions, in a new process each time", async () => {
    const transcript = new Transcript();
    transcript.user(`Build all parts. ${RULE}`);
    for (let round = 0; round < 3; round++) {
      work(transcript, round * 10, round * 10 + 10);
      const compaction = compactionHooks({ storage: fileStorage({ path: join(folder, "archive") }) });
      await compaction.answer(input("PreCompact", await transcript.write()));
      await compaction.close();
      transcript.compacted(`Summary ${round}.`);
      transcript.user(`Go on with round ${round + 1}.`);
    }
    const compaction = compactionHooks({ storage: fileStorage({ path: join(folder, "archive") }) });
    const { output } = await compaction.answer(
      input("SessionStart", await transcript.write(), { source: "compact" }),
    );
    await compaction.close();
    expect(contextOf(output)).toContain(RULE);
    expect(contextOf(output)).toContain("Go on with round 3.");
  });

  it("says nothing when a session starts for another reason, in a sub-agent and for other hooks", async () => {
    const transcript = new Transcript();
    transcript.user(RULE);
    const path = await transcript.write();
    const compaction = compactionHooks();
    const inputs = [
      input("SessionStart", path, { source: "startup" }),
      input("SessionStart", path, { source: "compact", agent_id: "a1" }),
      input("Stop", path),
      input("constructor", path),
    ];
    for (const one of inputs) expect(await compaction.answer(one)).toEqual({ output: {} });
  });

  it("puts evidence in place of large texts of a response and keeps its shape", async () => {
    const compaction = compactionHooks({ policy: { toolOutputMaxTokens: 500 } });
    const log = `${"unit checked\n".repeat(4_000)}ERROR: disk full at unit 4001\n`;
    const bounded = async (tool_name: string, tool_response: unknown): Promise<unknown> => {
      const rest = { tool_name, tool_input: { command: "make all" }, tool_use_id: "toolu_1", tool_response };
      const { output } = await compaction.answer(input("PostToolUse", "", rest));
      const specific = output.hookSpecificOutput;
      return specific?.hookEventName === "PostToolUse" ? specific.updatedToolOutput : undefined;
    };
    const bash = (await bounded("Bash", { stdout: log, stderr: "", interrupted: false })) as {
      stdout: string;
    };
    expect(bash).toMatchObject({ stderr: "", interrupted: false });
    expect(bash.stdout).toContain("disk full");
    expect(bash.stdout.length).toBeLessThan(log.length / 10);
    expect(await bounded("mcp__files__list", [{ type: "text", text: log }])).toEqual([
      { type: "text", text: expect.stringContaining("disk full") },
    ]);
    expect(await bounded("Bash", { stdout: "short", stderr: "" })).toBeUndefined();
    expect(await bounded("Read", { file: { content: log } })).toBeUndefined();
    const hits = await (await compaction.manager().recall("s1")).search("unit 4001");
    expect(hits.length).toBeGreaterThan(0);
    await compaction.close();
  });

  it("has the hooks in the shape that the Agent SDK takes", async () => {
    const transcript = new Transcript();
    transcript.user(RULE);
    const { hooks } = compactionHooks();
    expect(Object.keys(hooks)).toEqual(["PreCompact", "SessionStart", "PostToolUse"]);
    expect(hooks.SessionStart[0]?.matcher).toBe("compact");
    const answer = await hooks.PreCompact[0]?.hooks[0]?.(input("PreCompact", await transcript.write()));
    expect(answer).toEqual({});
  });
});

function contextOf(output: { readonly hookSpecificOutput?: object }): string {
  const specific = output.hookSpecificOutput;
  return specific && "additionalContext" in specific ? String(specific.additionalContext) : "";
}
