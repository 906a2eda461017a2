// The /compact of a chat program: what to send, what to show meanwhile, and the whole conversation with its compacted parts.
import assert from "node:assert/strict";
import { CompactManager } from "plimsoll";
import { createCompactCommand, parseCompactCommand } from "plimsoll/plain-loop";

const manager = new CompactManager({ model: "gpt-5", policy: { preset: "codex" } });
const command = createCompactCommand({ manager, sessionId: "chat" });

const items = [
  { role: "user", content: "Why does the basket lose its last entry? Do not touch basket/legacy.ts." },
  ...Array.from({ length: 20 }, (_, step) => [
    {
      type: "function_call",
      call_id: `call_${step}`,
      name: "shell",
      arguments: `{"command":"grep ${step}"}`,
    },
    { type: "function_call_output", call_id: `call_${step}`, output: `basket/part-${step}.ts\n`.repeat(40) },
  ]).flat(),
  { role: "user", content: "Fix it." },
];

const note = parseCompactCommand("/compact keep the names of the files");
const steps = command.run(items, { variant: "manual", note });
const shown = [];
let sent;
for (;;) {
  const { value, done } = await steps.next();
  if (done) {
    sent = value;
    break;
  }
  shown.push(value.type);
  if (value.type === "warning") console.log(value.message);
}
assert.deepEqual(shown, ["turn_started", "compacted", "warning", "turn_complete"]);

// The user's own messages are still there, and the rule among them; the work between them is a summary.
assert.equal(sent[0], items[0]);
assert.equal(sent.at(-1), items.at(-1));
assert.match(sent[1].content[0].text ?? sent[1].content, /<COMPACT-SUMMARY v1>/);

// What a program shows: all that was said, with what the model does not see any more marked.
const { items: conversation, compactions } = await manager.transcript("chat", sent);
assert.deepEqual(
  conversation.map(({ item }) => item),
  items,
);
const hidden = conversation.filter(({ state }) => state === "compacted").length;
assert.equal(hidden, items.length - 2);
console.log(`${conversation.length} items, ${hidden} of them behind compaction ${compactions[0].version}`);
