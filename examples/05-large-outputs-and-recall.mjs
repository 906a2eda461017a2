// A tool prints far more than the window holds. What matters of it stays in sight, the rest can be read back, also by
// the agent itself.
import assert from "node:assert/strict";
import { CompactManager } from "plimsoll";
import { recallTools } from "plimsoll/recall";

const lines = Array.from(
  { length: 60_000 },
  (_, line) => `ok ${line + 1} - test number ${line + 1} of the suite`,
);
lines[41_234] = "not ok 41235 - rejects an expired signature";
lines[41_235] = "  Error: expected 401, got 200 at verify (src/auth/signature.ts:88)";

const items = [
  { role: "user", content: "Run the tests." },
  { type: "function_call", call_id: "call_1", name: "shell", arguments: '{"command":"npm test"}' },
  { type: "function_call_output", call_id: "call_1", output: lines.join("\n") },
];
const manager = new CompactManager({ model: "gpt-5", policy: { toolOutputMaxTokens: 2000 } });
const { items: sent, measurement } = await manager.preflight("s", items);
const shown = sent[2].output;
console.log(
  `${lines.join("\n").length} characters became ${shown.length}, ${measurement.tokens} tokens in all:`,
);
console.log(shown.split("\n").slice(0, 4).join("\n"));
assert.match(shown, /not ok 41235 - rejects an expired signature/);
assert.match(shown, /expected 401, got 200/);

const [search, read] = recallTools(await manager.recall("s"));
const [hit] = JSON.parse(await search.execute({ query: "test number 777 of" }));
assert.match(hit.snippet, /test number 777 of the suite/);
const { text } = JSON.parse(await read.execute({ id: hit.id, lines: [hit.line, hit.line + 1] }));
assert.equal(text, lines.slice(776, 778).join("\n"));
console.log("read back:", text.split("\n")[0]);
