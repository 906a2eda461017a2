// A Mastra agent whose model never outgrows its window, while its memory keeps every message. The model is a stand-in with a
// window of 6000 tokens that knows only what it is sent, so that this runs without a key.
import assert from "node:assert/strict";
import { Mastra } from "@mastra/core/mastra";
import { MockMemory } from "@mastra/core/memory";
import { MockLanguageModelV4 } from "ai/test";

let calls = 0;
const model = new MockLanguageModelV4({
  modelId: "gpt-5",
  async doGenerate({ prompt }) {
    const shown = JSON.stringify(prompt);
    const tokens = Math.ceil(shown.length / 4);
    if (tokens > 6_000 || ++calls === 30)
      throw Object.assign(new Error("This model's maximum context length is 6000 tokens."), {
        statusCode: 400,
        isRetryable: false,
      });
    const badge = /badge is (\w+-\d+)/.exec(shown)?.[1] ?? "unknown";
    const asked = JSON.stringify(prompt.at(-1)).includes("Which badge");
    const text = asked
      ? badge
      : `Done. ${"Every line of the ledger adds up, nothing is missing. ".repeat(9)}`;
    return {
      content: [{ type: "text", text }],
      finishReason: { unified: "stop", raw: "stop" },
      usage: { inputTokens: { total: tokens }, outputTokens: { total: 120 } },
      warnings: [],
    };
  },
});
const memory = new MockMemory({ options: { lastMessages: 1000 } });
const settings = { id: "ledgers", name: "ledgers", instructions: "You keep the ledgers.", model, memory };

// --- the snippet of docs/integrations/mastra.md
import { Agent } from "@mastra/core/agent";
import { compactionProcessor } from "plimsoll/mastra";

const compaction = compactionProcessor({ maxContextTokens: 6_000, recall: true });
const every = [compaction];
const processors = { inputProcessors: every, outputProcessors: every, errorProcessors: every };
const agent = new Agent({ ...settings, ...processors });
// --- end

const quiet = new Mastra({ agents: { agent }, logger: false }).getAgent("agent");
const thread = { thread: "ledgers", resource: "desk" };
let answer;
for (let turn = 0; turn < 60; turn++) {
  const said = { 1: "My badge is HX-2207.", 59: "Which badge do I have?" }[turn];
  answer = await quiet.generate(said ?? `Request ${turn}: go through ledger ${turn}.`, { memory: thread });
}
assert.equal(answer.text, "HX-2207");
const { messages } = await memory.recall({ threadId: "ledgers", perPage: false });
assert.equal(messages.length, 120, "the memory of the agent stays complete");
const { version, tokens } = await compaction.manager().remember("ledgers");
assert.ok(version > 0);
await compaction.close();
console.log(`${calls} requests, ${version} compactions; the model sees ${tokens} tokens of the thread`);
