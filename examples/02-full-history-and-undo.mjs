// The host keeps its own full history and sends it every time; the compaction is applied again without a new
// summary. Then it is taken back.
import assert from "node:assert/strict";
import { CompactManager } from "plimsoll";
import { fileStorage } from "plimsoll/node";
import { syntheticHistory } from "plimsoll/testing";

const settings = { model: "gpt-5", maxContextTokens: 8000 };
const history = syntheticHistory({ seed: 7, turns: 60, toolDensity: 0.6 });

const manager = new CompactManager({ ...settings, storage: fileStorage({ path: "archive" }) });
const first = await manager.preflight("s1", history);
assert.ok(first.compaction, first.decision.reason);
console.log(
  `${first.compaction.tokensBefore} → ${first.compaction.tokensAfter} tokens, rung ${first.compaction.rung}`,
);

const removed = await manager.readArchived("s1", first.compaction.removed[0]);
console.log("the first item that left, read back:", removed);
await manager.close();

// Another process, days later: the same history again, and a new question.
const later = new CompactManager({ ...settings, storage: fileStorage({ path: "archive" }) });
const question = { role: "user", content: "Where were we?" };
const second = await later.preflight("s1", [...structuredClone(history), question]);
assert.equal(second.reapplied, 1);
assert.equal(second.compaction, undefined);
assert.deepEqual(second.items.slice(0, -1), first.items);

const { items } = await later.undo("s1");
assert.deepEqual(items, [...history, question]);
await later.close();
