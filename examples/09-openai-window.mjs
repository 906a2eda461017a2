// A long agent loop over the official OpenAI client, with a provider window between the two: every request holds only what
// is new, the provider compacts when its window fills, and what it does is explained. The server is a scripted one, so
// that this runs without a key. It is a part of this repository and not on npm: with a key, leave it and `baseURL` out.
import assert from "node:assert/strict";
import OpenAI from "openai";
import { callbackExporter } from "plimsoll";
import { createProviderWindow, openAITransport } from "plimsoll/provider-window";
import { fileStorage } from "plimsoll/node";
import { startScriptedOpenAI } from "plimsoll-testkit";

const server = await startScriptedOpenAI({ contextWindow: 12_000 });
const client = new OpenAI({ apiKey: "not a real one", baseURL: server.url, maxRetries: 0 });
const events = [];

const openWindow = () =>
  createProviderWindow({
    sessionId: "audit",
    transport: openAITransport(client),
    model: "gpt-5.2",
    maxContextTokens: 12_000,
    storage: fileStorage({ path: "archive" }),
    exporters: [callbackExporter((event) => events.push(event))],
  });
let window = await openWindow();

// The loop as it would be without: the whole list, every time.
const list = [{ role: "user", content: "Audit the ledgers. Never change the archive." }];
for (let page = 1; page <= 40; page++) {
  server.reply([{ type: "function_call", name: "read", arguments: { page }, call_id: `call_${page}` }]);
  const { output } = await window.create({ model: "gpt-5.2", input: list });
  list.push(...output);
  list.push({
    type: "function_call_output",
    call_id: `call_${page}`,
    output: `page ${page}: booked and paid\n`.repeat(90),
  });
}

const named = (name) => events.filter(({ event }) => event === name);
const modes = named("provider_window.request_sent").map(({ mode }) => mode);
const compactions = named("provider_window.compacted").length;
const full = modes.filter((mode) => mode === "full").length;
console.log(`${modes.length} requests, ${full} of them full, ${compactions} compactions by the provider`);
assert.ok(compactions >= 1);
assert.equal(full, 1 + compactions, "one full request at the start, and one after each compaction");

// What the provider holds is encrypted. What Plimsoll keeps beside it is not.
const checkpoint = await window.checkpoint();
console.log("kept by code:", checkpoint.constraints.map(({ text }) => text).join(" "));
assert.match(checkpoint.constraints[0].text, /Never change the archive/);

// Another process, and a provider that can no longer read its own item: the window is rebuilt from the transcript.
await window.close();
window = await openWindow();
server.fault({ kind: "invalid_encrypted_content" });
server.reply("All pages are paid.");
const answer = await window.create({ model: "gpt-5.2", input: list });
assert.equal(answer.status, "completed");
console.log(
  "why the last request was a full one:",
  named("provider_window.continuation_missed").at(-1).reason,
);
assert.equal(named("provider_window.reset").at(-1).reason, "window_rebuilt");

// And one that does not know the route: compacted here, and not asked again.
server.fault({ kind: "unsupported", route: "compact" });
const outcome = await window.compact({ model: "gpt-5.2", input: [...list, ...answer.output] });
console.log(`without the route the window is compacted ${outcome.outcome === "local" ? "here" : "there"}`);
assert.equal(outcome.outcome, "local");

await window.close();
await server.close();
