// A plugin for opencode, which compacts by itself: afterwards the system prompt has the rules and the state of the work. The hooks
// are called here as opencode calls them around a compaction; scripts/try-agents.mjs plays the real program.
import assert from "node:assert/strict";

const optional = () => ({ optional, describe: optional });
const tool = Object.assign((definition) => definition, { schema: { string: optional, number: optional } });

// --- the snippet of docs/integrations/opencode.md
import { compactionPlugin } from "plimsoll/opencode";
import { fileStorage } from "plimsoll/node";

const storage = fileStorage({ path: ".compact/archive" });
export const Plimsoll = compactionPlugin({ tool, storage });
// --- end

const text = "Build all parts. Never touch config/prod.yaml.";
const messages = [{ info: { role: "user" }, parts: [{ type: "text", text }] }];
for (let step = 1; step <= 20; step++) {
  const state = {
    status: "completed",
    input: { command: `make part-${step}` },
    output: "unit checked\n".repeat(60),
  };
  messages.push({
    info: { role: "assistant" },
    parts: [{ type: "tool", callID: `call_${step}`, tool: "bash", state }],
  });
}
const hooks = await Plimsoll({ client: { session: { messages: async () => ({ data: messages }) } } });
const compacting = { context: [] };
await hooks["experimental.session.compacting"]({ sessionID: "s1" }, compacting);
assert.match(compacting.context[0], /Never touch config\/prod\.yaml\./);
messages.push({
  info: { role: "assistant", summary: true },
  parts: [{ type: "text", text: "Parts were built." }],
});

const output = { system: ["You are a coding agent."] };
await hooks["experimental.chat.system.transform"]({ sessionID: "s1" }, output);
assert.match(output.system[1], /Never touch config\/prod\.yaml\./);
const found = await hooks.tool.recall_search.execute({ query: "part-7" }, { sessionID: "s1" });
assert.match(found, /part-7/);
await hooks.dispose();
console.log(
  "the system prompt after the compaction has the rule, and the model can read what left its window",
);
