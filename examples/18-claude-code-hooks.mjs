// Hooks around a compaction that Claude Code makes by itself: the transcript is archived before it, and the next window starts
// with the rules and the state of the work. `query` here does around a compaction what the Claude Agent SDK does: it writes
// the transcript and calls the hooks. scripts/try-agents.mjs plays the real programs.
import assert from "node:assert/strict";
import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = await mkdtemp(join(tmpdir(), "plimsoll-example-"));
const transcript_path = join(folder, "session.jsonl");
let last = null;
async function write(type, content, rest = {}) {
  const uuid = crypto.randomUUID();
  const line = { type, uuid, parentUuid: last, sessionId: "s1", message: { role: type, content }, ...rest };
  await appendFile(transcript_path, `${JSON.stringify(line)}\n`);
  last = uuid;
}

async function* query({ prompt, options: { hooks } }) {
  const call = async (hook_event_name, rest) => {
    const input = { hook_event_name, session_id: "s1", transcript_path, cwd: folder, ...rest };
    return (await hooks[hook_event_name][0].hooks[0](input)).hookSpecificOutput;
  };
  await write("user", prompt);
  for (let step = 1; step <= 20; step++) {
    const id = `toolu_${step}`;
    const input = { command: `make part-${step}` };
    await write("assistant", [{ type: "tool_use", id, name: "Bash", input }]);
    await write("user", [{ type: "tool_result", tool_use_id: id, content: "unit checked\n".repeat(60) }]);
  }
  await call("PreCompact", { trigger: "auto", custom_instructions: null });
  await write("user", "This session is being continued. Parts were built.", { isCompactSummary: true });
  yield await call("SessionStart", { source: "compact" });
}

const prompt = "Build all parts. Never touch config/prod.yaml.";
const shown = [];
const show = (message) => shown.push(message);

// --- the snippet of docs/integrations/claude-code.md
import { compactionHooks } from "plimsoll/claude-code";
import { fileStorage } from "plimsoll/node";

const compaction = compactionHooks({ storage: fileStorage({ path: ".compact/archive" }) });
const answers = query({ prompt, options: { hooks: compaction.hooks } });
for await (const message of answers) show(message);
await compaction.close();
// --- end

assert.match(shown[0].additionalContext, /Never touch config\/prod\.yaml\./);
assert.match(shown[0].additionalContext, /make part-20/);
await rm(folder, { recursive: true, force: true });
console.log("the window after the compaction starts with the rule and the state of the work");
