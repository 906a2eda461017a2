// An agent of the OpenAI Agents SDK that talks and works for longer than its window holds. Its model is scripted: it only
// knows what each request shows it.
import assert from "node:assert/strict";
import { functionCall, assistantMessage, ScriptedModel, modelResponder } from "@openai/agents/testing";

const sizes = [];
const scripted = new ScriptedModel(
  Array.from({ length: 80 }, (_, turn) =>
    modelResponder(({ request }) => {
      const shown = JSON.stringify(request.input);
      sizes.push(shown.length / 4);
      if (turn % 2 === 0 && turn < 78)
        return [functionCall("inspect", { bay: turn }, { callId: `call_${turn}` })];
      return [assistantMessage(/reference is (VR-\d+)/.exec(shown)?.[1] ?? "I do not know the reference.")];
    }),
  ),
);
const myProvider = { getModel: () => scripted };

// --- the snippet of docs/integrations/openai-agents.md
import { Agent, MemorySession, Runner, tool } from "@openai/agents";
import { agentsCompaction } from "plimsoll/openai-agents";

const compaction = agentsCompaction({ model: "gpt-5", maxContextTokens: 8_000 });
const runner = new Runner({ modelProvider: compaction.provider(myProvider) });
const recall = compaction.tools; // among an agent's tools, it searches and reads what left its window
// --- end

const inspect = tool({
  name: "inspect",
  description: "Inspects a bay.",
  parameters: {
    type: "object",
    properties: { bay: { type: "number" } },
    required: ["bay"],
    additionalProperties: false,
  },
  strict: false,
  execute: ({ bay }) => `Bay ${bay}: ${"pallet, crate, drum, ".repeat(60)}nothing broken.`,
});
const agent = new Agent({ name: "yard", instructions: "You work in a yard.", tools: [inspect, ...recall] });
const session = new MemorySession();
let last;
for (let turn = 0; turn < 40; turn++) {
  const said = turn === 1 ? "The voyage reference is VR-48213." : `Request ${turn}: look at the next bay.`;
  last = await runner.run(agent, turn === 39 ? "What is the voyage reference?" : said, { session });
}
console.log(
  `${sizes.length} requests, the largest about ${Math.round(Math.max(...sizes))} tokens; answer: ${last.finalOutput}`,
);
assert.equal(last.finalOutput, "VR-48213");
assert.ok(Math.max(...sizes) < 8_000);
const items = await session.getItems();
assert.ok(JSON.stringify(items).length / 4 > 12_000);
assert.equal(items.filter((item) => item.role === "user").length, 40);
assert.ok(!JSON.stringify(items).includes("COMPACT-SUMMARY"));
console.log(`the session holds all ${items.length} items`);
