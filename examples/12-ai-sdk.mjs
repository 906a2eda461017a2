// The Vercel AI SDK with a model that never outgrows its window. The model is a stand-in with a window of 6000 tokens that
// knows only what it is sent, so that this runs without a key.
import assert from "node:assert/strict";
import { APICallError, generateText, streamText } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";

let calls = 0;
function respond({ prompt }) {
  const tokens = Math.ceil(JSON.stringify(prompt).length / 4);
  if (tokens > 6_000 || ++calls === 30)
    throw new APICallError({
      message: "This model's maximum context length is 6000 tokens.",
      url: "http://127.0.0.1",
      requestBodyValues: {},
      statusCode: 400,
    });
  const badge = /badge is (\w+-\d+)/.exec(JSON.stringify(prompt))?.[1] ?? "unknown";
  const asked = JSON.stringify(prompt.at(-1)).includes("Which badge");
  const text = asked ? badge : `Done. ${"Every line of the ledger adds up, nothing is missing. ".repeat(9)}`;
  const usage = { inputTokens: { total: tokens }, outputTokens: { total: 120 } };
  return { text, usage, finishReason: { unified: "stop", raw: "stop" } };
}
const provider = () =>
  new MockLanguageModelV4({
    modelId: "gpt-5",
    async doGenerate(options) {
      const { text, ...rest } = respond(options);
      return { content: [{ type: "text", text }], warnings: [], ...rest };
    },
    async doStream(options) {
      const { text, ...rest } = respond(options);
      const chunks = [
        { type: "stream-start", warnings: [] },
        { type: "text-start", id: "0" },
        { type: "text-delta", id: "0", delta: text },
        { type: "text-end", id: "0" },
        { type: "finish", ...rest },
      ];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });

const myTools = {};

// --- the snippet of docs/integrations/ai-sdk.md
import { wrapLanguageModel } from "ai";
import { compactionMiddleware } from "plimsoll/ai-sdk";

const compaction = compactionMiddleware({ maxContextTokens: 6_000 });
const model = wrapLanguageModel({ model: provider("gpt-5"), middleware: compaction });
const tools = { ...myTools, ...compaction.tools }; // recall: the model searches and reads what left its window
// --- end

const messages = [];
for (let turn = 0; turn < 80; turn++) {
  const said = { 1: "My badge is HX-2207.", 79: "Which badge do I have?" }[turn];
  messages.push({ role: "user", content: said ?? `Request ${turn}: go through ledger ${turn}.` });
  const settings = { model, tools, messages, instructions: "You keep the ledgers.", maxRetries: 0 };
  if (turn % 2 === 0) messages.push(...(await generateText(settings)).responseMessages);
  else messages.push(...(await streamText(settings).responseMessages));
}
assert.equal(messages.at(-1).content[0].text, "HX-2207");
assert.equal(messages.length, 160, "the messages of the caller stay complete");
await compaction.close();
console.log(`${calls} requests, none over the window; the last one still knew what the second message said`);
