// The OpenAI client with a loop around responses.create that never outgrows the window. The provider is a server on this
// machine with a window of 6000 tokens that knows only what it is sent, so that this runs without a key.
import assert from "node:assert/strict";
import { createServer } from "node:http";

let calls = 0;
const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { input } = JSON.parse(Buffer.concat(parts).toString("utf8"));
  const input_tokens = Math.ceil(JSON.stringify(input).length / 4);
  const refused = input_tokens > 6_000 || ++calls === 30;
  response.writeHead(refused ? 400 : 200, { "content-type": "application/json" });
  if (refused) {
    const message = "Your input exceeds the context window of this model.";
    response.end(JSON.stringify({ error: { message, code: "context_length_exceeded" } }));
    return;
  }
  const badge = /badge is (\w+-\d+)/.exec(JSON.stringify(input))?.[1] ?? "unknown";
  const asked = JSON.stringify(input.at(-1)).includes("Which badge");
  const text = asked ? badge : `Done. ${"Every line of the ledger adds up, nothing is missing. ".repeat(9)}`;
  const content = [{ type: "output_text", text, annotations: [] }];
  const output = [{ type: "message", id: `msg_${calls}`, role: "assistant", status: "completed", content }];
  const usage = { input_tokens, output_tokens: 120, total_tokens: input_tokens + 120 };
  response.end(JSON.stringify({ id: "resp_1", object: "response", status: "completed", output, usage }));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const settings = { baseURL: `http://127.0.0.1:${server.address().port}/v1`, apiKey: "none", maxRetries: 0 };

// --- the snippet of docs/integrations/openai-client.md
import OpenAI from "openai";
import { withCompaction } from "plimsoll/openai";

const client = withCompaction(new OpenAI(settings), { maxContextTokens: 6_000 });

async function ask(input) {
  return client.responses.create({ model: "gpt-5", input, store: false });
}
// --- end

const input = [];
for (let turn = 0; turn < 80; turn++) {
  const said = { 1: "My badge is HX-2207.", 79: "Which badge do I have?" }[turn];
  input.push({ role: "user", content: said ?? `Request ${turn}: go through ledger ${turn}.` });
  input.push(...(await ask(input)).output);
}
assert.equal(input.at(-1).content[0].text, "HX-2207");
assert.equal(input.length, 160, "the list of the caller stays complete");
server.close();
server.closeAllConnections();
console.log(`${calls} requests, none over the window; the last one still knew what the second message said`);
