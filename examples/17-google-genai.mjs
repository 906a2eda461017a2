// Google's Gen AI SDK with the hooks of the plain loop around generateContent. The provider is a server on this machine with a
// window of 6000 tokens that knows only what it is sent, so that this runs without a key.
import assert from "node:assert/strict";
import { createServer } from "node:http";

let calls = 0;
const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const { contents } = JSON.parse(Buffer.concat(parts).toString("utf8"));
  const promptTokenCount = Math.ceil(JSON.stringify(contents).length / 4);
  const refused = promptTokenCount > 6_000 || ++calls === 30;
  response.writeHead(refused ? 400 : 200, { "content-type": "application/json" });
  if (refused) {
    const message = `The input token count (${promptTokenCount}) exceeds the maximum number of tokens allowed (6000).`;
    response.end(JSON.stringify({ error: { code: 400, message, status: "INVALID_ARGUMENT" } }));
    return;
  }
  const badge = /badge is (\w+-\d+)/.exec(JSON.stringify(contents))?.[1] ?? "unknown";
  const asked = JSON.stringify(contents.at(-1)).includes("Which badge");
  const text = asked ? badge : `Done. ${"Every line of the ledger adds up, nothing is missing. ".repeat(9)}`;
  const content = { role: "model", parts: [{ text }] };
  const usageMetadata = {
    promptTokenCount,
    candidatesTokenCount: 120,
    totalTokenCount: promptTokenCount + 120,
  };
  response.end(JSON.stringify({ candidates: [{ index: 0, content, finishReason: "STOP" }], usageMetadata }));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const httpOptions = { baseUrl: `http://127.0.0.1:${server.address().port}` };

import { GoogleGenAI } from "@google/genai";
import { compactionMiddleware } from "plimsoll/plain-loop";

const google = new GoogleGenAI({ apiKey: "none", httpOptions });
const compaction = compactionMiddleware({ model: "gemini-2.5-flash", maxContextTokens: 6_000 });
const instructions = "You keep the ledgers.";

async function ask(contents) {
  let call = await compaction.beforeModelCall({ items: contents, instructions });
  for (;;) {
    const config = { systemInstruction: instructions };
    try {
      const answer = await google.models.generateContent({
        model: "gemini-2.5-flash",
        contents: call.items,
        config,
      });
      await compaction.afterModelCall(call, { usage: answer.usageMetadata });
      return answer.candidates[0].content;
    } catch (error) {
      call = await compaction.afterModelCall(call, { error }); // smaller, if the request was too long
      if (!call) throw error;
    }
  }
}

const contents = [];
for (let turn = 0; turn < 80; turn++) {
  const said = { 1: "My badge is HX-2207.", 79: "Which badge do I have?" }[turn];
  contents.push({ role: "user", parts: [{ text: said ?? `Request ${turn}: go through ledger ${turn}.` }] });
  contents.push(await ask(contents));
}
assert.equal(contents.at(-1).parts[0].text, "HX-2207");
assert.equal(contents.length, 160, "the list of the caller stays complete");
await compaction.close();
server.close();
server.closeAllConnections();
console.log(`${calls} requests, none over the window; the last one still knew what the second message said`);
