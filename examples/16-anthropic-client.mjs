// The Anthropic client with a loop around messages.create that never outgrows the window. The provider is a server on this
// machine with a window of 6000 tokens that knows only what it is sent, so that this runs without a key.
import assert from "node:assert/strict";
import { createServer } from "node:http";

let calls = 0;
const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { messages } = JSON.parse(Buffer.concat(parts).toString("utf8"));
  const input_tokens = Math.ceil(JSON.stringify(messages).length / 4);
  const refused = input_tokens > 6_000 || ++calls === 30;
  response.writeHead(refused ? 400 : 200, { "content-type": "application/json" });
  if (refused) {
    const message = `prompt is too long: ${input_tokens} tokens > 6000 maximum`;
    response.end(JSON.stringify({ type: "error", error: { type: "invalid_request_error", message } }));
    return;
  }
  const badge = /badge is (\w+-\d+)/.exec(JSON.stringify(messages))?.[1] ?? "unknown";
  const asked = JSON.stringify(messages.at(-1)).includes("Which badge");
  const text = asked ? badge : `Done. ${"Every line of the ledger adds up, nothing is missing. ".repeat(9)}`;
  const answer = { id: `msg_${calls}`, type: "message", role: "assistant", stop_reason: "end_turn" };
  const usage = { input_tokens, output_tokens: 120 };
  response.end(JSON.stringify({ ...answer, content: [{ type: "text", text }], usage }));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const settings = { baseURL: `http://127.0.0.1:${server.address().port}`, apiKey: "none", maxRetries: 0 };

import Anthropic from "@anthropic-ai/sdk";
import { withCompaction } from "plimsoll/openai";

const client = withCompaction(new Anthropic(settings), { maxContextTokens: 6_000, sessionId: "desk" });

const messages = [];
for (let turn = 0; turn < 80; turn++) {
  const said = { 1: "My badge is HX-2207.", 79: "Which badge do I have?" }[turn];
  messages.push({ role: "user", content: said ?? `Request ${turn}: go through ledger ${turn}.` });
  const body = { model: "claude-example", max_tokens: 500, system: "You keep the ledgers.", messages };
  const { content } = await client.messages.create(body);
  messages.push({ role: "assistant", content });
}
assert.equal(messages.at(-1).content[0].text, "HX-2207");
assert.equal(messages.length, 160, "the list of the caller stays complete");
const { summary } = await client.compaction.manager().remember("desk");
assert.match(summary, /HX-2207/);
await client.compaction.close();
server.close();
server.closeAllConnections();
console.log(`${calls} requests, none over the window; the last one still knew what the second message said`);
