// A LangChain agent whose model never outgrows its window, while its state keeps every message. The model is a stand-in with
// a window of 6000 tokens that knows only what it is sent, so that this runs without a key.
import assert from "node:assert/strict";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";

class StandIn extends BaseChatModel {
  model = "gpt-5";
  calls = 0;

  _llmType() {
    return "stand-in";
  }

  bindTools() {
    return this;
  }

  async _generate(messages) {
    const shown = messages.map(({ text }) => text).join("\n");
    const input_tokens = Math.ceil(shown.length / 4);
    if (input_tokens > 6_000 || ++this.calls === 30)
      throw Object.assign(new Error("This model's maximum context length is 6000 tokens."), { status: 400 });
    const badge = /badge is (\w+-\d+)/.exec(shown)?.[1] ?? "unknown";
    const asked = messages.at(-1).text.includes("Which badge");
    const text = asked
      ? badge
      : `Done. ${"Every line of the ledger adds up, nothing is missing. ".repeat(9)}`;
    const usage_metadata = { input_tokens, output_tokens: 120, total_tokens: input_tokens + 120 };
    return { generations: [{ text, message: new AIMessage({ content: text, usage_metadata }) }] };
  }
}
const model = new StandIn({ maxRetries: 0 });
const tools = [];
const checkpointer = new MemorySaver();

// --- the snippet of docs/integrations/langchain.md
import { createAgent } from "langchain";
import { compactionMiddleware } from "plimsoll/langchain";

const compaction = compactionMiddleware({ maxContextTokens: 6_000, recall: true });
const agent = createAgent({ model, tools, checkpointer, middleware: [compaction] });
// --- end

const thread = { configurable: { thread_id: "ledgers" } };
let state;
for (let turn = 0; turn < 80; turn++) {
  const said = { 1: "My badge is HX-2207.", 79: "Which badge do I have?" }[turn];
  const content = said ?? `Request ${turn}: go through ledger ${turn}.`;
  state = await agent.invoke({ messages: [{ role: "user", content }] }, thread);
}
assert.equal(state.messages.at(-1).text, "HX-2207");
assert.equal(state.messages.length, 160, "the state of the agent stays complete");
const { version, tokens } = await compaction.manager().remember("ledgers");
assert.ok(version > 0);
await compaction.close();
console.log(`${model.calls} requests, ${version} compactions; the model sees ${tokens} tokens of the thread`);
