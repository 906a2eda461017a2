// An agent loop that never outgrows its window. Everything Plimsoll adds stands between the two marks: fewer than
// ten lines. The "model" is a stand-in that answers at once, so that this runs without a key.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

const model = {
  requests: [],
  create(input) {
    this.requests.push(JSON.stringify(input).length);
    return {
      role: "assistant",
      content: `Noted. ${"I looked at the ledger and found nothing new. ".repeat(20)}`,
    };
  },
};

// --- begin
import { CompactManager } from "plimsoll";

const manager = new CompactManager({ model: "gpt-5", maxContextTokens: 8000 });

export async function turn(history, message) {
  const { items } = await manager.preflight("my-agent", [...history, { role: "user", content: message }]);
  return [...items, model.create(items)];
}
// --- end

let history = [];
for (let number = 1; number <= 100; number++) {
  history = await turn(history, `Question ${number}: what is the state of order A-${1000 + number}?`);
}

const own = (await readFile(new URL(import.meta.url), "utf8"))
  .split("// --- begin\n")[1]
  .split("// --- end")[0];
const lines = own.split("\n").filter((line) => line.trim() !== "");
assert.ok(lines.length < 10, `the loop takes ${lines.length} lines`);
assert.ok(Math.max(...model.requests) / 4 < 8000, "no request was larger than the window");
const summaries = history.filter(({ content }) => /^<COMPACT-SUMMARY v\d+>/.test(content));
assert.equal(summaries.length, 1, "one summary stands for what left the window");
console.log(
  `${model.requests.length} requests, the largest about ${Math.round(Math.max(...model.requests) / 4)} tokens`,
);
