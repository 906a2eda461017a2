// A rule that the user gave an hour ago survives any summarizer: code keeps the user's words and the facts, the model
// adds its notes.
import assert from "node:assert/strict";
import { CompactManager } from "plimsoll";

const forgetful = {
  name: "forgetful model",
  summarize: async () => ({ text: "The agent worked on the release. Invoice INV-90210 was paid." }),
};
const manager = new CompactManager({ model: "gpt-5", maxContextTokens: 8000, summarizer: forgetful });

const items = [
  { role: "user", content: "Prepare release 4.2. Never push to main without asking me." },
  ...Array.from({ length: 40 }, (_, step) => [
    {
      type: "function_call",
      call_id: `call_${step}`,
      name: "shell",
      arguments: `{"command":"make step-${step}"}`,
    },
    { type: "function_call_output", call_id: `call_${step}`, output: `step ${step} done\n`.repeat(30) },
  ]).flat(),
  { role: "user", content: "How far are we?" },
];

// Look before it is done: the plan, the summary, and what it keeps of the facts.
const prepared = await manager.prepare("release", items, { targetTokens: 1500 });
console.log(prepared.summary);
assert.match(JSON.stringify(prepared.items), /Never push to main without asking me\./);
assert.doesNotMatch(prepared.summary, /INV-90210/, "nobody had said that");
assert.equal(prepared.fidelity.counts.missing, 0);

// Edit it, then commit it. An edited summary is checked like any other.
const { items: window } = await manager.commitPrepared(prepared, { summary: "Steps 0 to 39 are built." });
assert.match(JSON.stringify(window), /Never push to main without asking me\./);
assert.match(JSON.stringify(window), /Steps 0 to 39 are built\./);

// The state of the session as code knows it, each entry with the items that say so.
const { constraints, commands } = await manager.checkpoint("release");
const rules = constraints.filter(({ kind }) => kind === "rule");
assert.deepEqual(
  rules.map(({ text }) => text),
  ["Never push to main without asking me."],
);
console.log(`${rules.length} rule, ${commands.length} commands, all with their source.`);

// And back, and forth.
assert.deepEqual((await manager.undo("release")).items, items);
assert.deepEqual((await manager.redo("release")).items, window);
console.log("undone and redone, byte for byte");
