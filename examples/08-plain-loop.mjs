// The hooks for a loop of one's own, or for an SDK that has no adapter: before a run, before and after each model call.
import assert from "node:assert/strict";

/** A model with a window of 6000 tokens that refuses what is longer, and one request for no reason. */
let calls = 0;
async function callModel({ items, instructions }) {
  const input_tokens = Math.ceil(JSON.stringify([instructions, items]).length / 4);
  if (input_tokens > 6_000 || ++calls === 30)
    throw new Error("This model's maximum context length is 6000 tokens.");
  const shown = items.map((item) => item.content).join("\n");
  const badge = /badge is (\w+-\d+)/.exec(shown)?.[1] ?? "unknown";
  const asked = items.at(-1).content.includes("badge");
  const text = asked ? badge : `Done. ${"Every line of the ledger adds up, nothing is missing. ".repeat(9)}`;
  return { text, usage: { input_tokens, output_tokens: 120 } };
}

// --- the snippet of docs/integrations/plain-loop.md
import { compactionMiddleware } from "plimsoll/plain-loop";

const compaction = compactionMiddleware({ model: "my-model", maxContextTokens: 6_000 });

async function ask(request) {
  const call = await compaction.beforeModelCall(request);
  const outcome = await callModel(call).catch((error) => ({ error }));
  const retry = await compaction.afterModelCall(call, outcome);
  return retry ? callModel(retry) : outcome;
}
// --- end

const history = [];
let answer;
for (let turn = 0; turn < 80; turn++) {
  const said = { 1: "My badge is HX-2207.", 79: "Which badge do I have?" }[turn];
  history.push({ role: "user", content: said ?? `Request ${turn}: go through ledger ${turn}.` });
  answer = await ask({ items: history, instructions: "You keep the ledgers.", sessionId: "ledgers" });
  assert.equal(answer.error, undefined);
  history.push({ role: "assistant", content: answer.text });
}
assert.equal(answer.text, "HX-2207");
assert.equal(history.length, 160);
const { version, tokens } = await compaction.manager.remember("ledgers");
const whole = Math.round(JSON.stringify(history).length / 4);
console.log(`${calls} calls, ${version} compactions; the model sees ${tokens} tokens of ${whole}`);
assert.ok(version >= 1);

// A host that keeps what it gets begins its next run with the window.
const window = await compaction.beforeRun({ items: history, sessionId: "ledgers" });
assert.ok(window.length < history.length);
await compaction.close();
