// An agent of pi-agent-core that never outgrows the window. The provider is a server on this machine with a window of 6000 tokens
// that knows only what it is sent. The package is not among the development dependencies (it has the SDKs of all its
// providers): install it beside this file, or run `node scripts/try-hosts.mjs pi`, which does.
import assert from "node:assert/strict";
import { createServer } from "node:http";

const packageOf = (name) =>
  import(`@mariozechner/${name}`).catch(() => import(`@earendil-works/${name}`).catch(() => undefined));
const [core, ai] = await Promise.all([packageOf("pi-agent-core"), packageOf("pi-ai")]);
if (!core || !ai) {
  console.log("skipped: pi-agent-core is not installed");
  process.exit(0);
}
const { Agent } = core;
// Newer releases of pi-ai have it in `pi-ai/compat`.
const { streamSimple } = ai.streamSimple ? ai : await packageOf("pi-ai/compat");

let calls = 0;
const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { messages } = JSON.parse(Buffer.concat(parts).toString("utf8"));
  const prompt_tokens = Math.ceil(JSON.stringify(messages).length / 4);
  if (prompt_tokens > 6_000 || ++calls === 30) {
    const message = `This model's maximum context length is 6000 tokens, you sent ${prompt_tokens}.`;
    response.writeHead(400, { "content-type": "application/json" });
    return response.end(JSON.stringify({ error: { message, code: "context_length_exceeded" } }));
  }
  const badge = /badge is (\w+-\d+)/.exec(JSON.stringify(messages))?.[1] ?? "unknown";
  const asked = JSON.stringify(messages.at(-1)).includes("Which badge");
  const content = asked
    ? badge
    : `Done. ${"Every line of the ledger adds up, nothing is missing. ".repeat(9)}`;
  const usage = { prompt_tokens, completion_tokens: 120, total_tokens: prompt_tokens + 120 };
  response.writeHead(200, { "content-type": "text/event-stream" });
  const chunk = (choice) => ({
    id: "c",
    object: "chat.completion.chunk",
    choices: [{ index: 0, ...choice }],
  });
  response.write(`data: ${JSON.stringify(chunk({ delta: { role: "assistant", content } }))}\n\n`);
  response.write(`data: ${JSON.stringify({ ...chunk({ delta: {}, finish_reason: "stop" }), usage })}\n\n`);
  return response.end("data: [DONE]\n\n");
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const model = {
  id: "ledger-model",
  name: "Ledger",
  api: "openai-completions",
  provider: "local",
  baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
  reasoning: false,
  input: ["text"],
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  contextWindow: 6_000,
  maxTokens: 500,
};
const myTools = [];
const getApiKey = () => "none";

// --- the snippet of docs/integrations/pi.md
import { compactingStream } from "plimsoll/pi";

const compaction = compactingStream(streamSimple, { maxContextTokens: 6_000 });
const { streamFn } = compaction;
const tools = [...myTools, ...compaction.tools]; // recall: the model searches and reads what left its window
const agent = new Agent({ initialState: { model, tools }, streamFn, getApiKey });
// --- end

for (let turn = 0; turn < 80; turn++) {
  const said = { 1: "My badge is HX-2207.", 79: "Which badge do I have?" }[turn];
  await agent.prompt(said ?? `Request ${turn}: go through ledger ${turn}.`);
}
assert.equal(agent.state.messages.at(-1).content[0].text, "HX-2207");
// Newer releases keep the system prompt among the messages.
const spoken = agent.state.messages.filter(({ role }) => role !== "system");
assert.equal(spoken.length, 160, "the agent's own list stays complete");
await compaction.close();
server.close();
server.closeAllConnections();
console.log(`${calls} requests, none over the window; the last one still knew what the second message said`);
