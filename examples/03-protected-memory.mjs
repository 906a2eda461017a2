// What must never be forgotten: by its metadata, or by key.
import assert from "node:assert/strict";
import { CompactManager } from "plimsoll";

const manager = new CompactManager({ model: "gpt-5", maxContextTokens: 4000 });
const rule = { role: "user", content: "Never touch the production database.", meta: { protected: true } };
const budget = { role: "user", content: "The budget is 500 euros." };
await manager.protect("s", { role: "user", content: "The budget is 300 euros." }, { key: "budget" });
await manager.protect("s", budget, { key: "budget" });

let items = [rule, budget];
for (let turn = 1; turn <= 80; turn++) {
  items.push({ role: "user", content: `Step ${turn}. ${"Please go on with the migration. ".repeat(12)}` });
  ({ items } = await manager.preflight("s", items));
  items = [...items, { role: "assistant", content: `Step ${turn} is done.` }];
}
assert.ok(items.includes(rule) && items.includes(budget));

const remembered = await manager.remember("s");
console.log(`summary v${remembered.version}, ${remembered.tokens} tokens in the window`);
console.log(remembered.pinned.map((item) => `pinned: ${item.text}`).join("\n"));
