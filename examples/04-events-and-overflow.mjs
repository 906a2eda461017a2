// Watching what happens, counting on the provider's own numbers, and recovering from a refused request.
import assert from "node:assert/strict";
import { CompactManager, callbackExporter } from "plimsoll";
import { syntheticHistory } from "plimsoll/testing";

const seen = [];
const manager = new CompactManager({
  model: "gpt-5",
  exporters: [callbackExporter((event) => seen.push(event))],
  shouldCompact: ({ sections }) => (sections.history > 150_000 ? "history over 150k" : undefined),
});
const history = syntheticHistory({ seed: 3, turns: 40, toolDensity: 0.8 });

const before = await manager.preflight("s", history, {
  instructions: "You are a careful engineer.",
  tools: [],
});
assert.equal(before.decision.action, "none");

// The provider says that the model behind this endpoint is smaller than we thought.
const error = new Error(
  "This model's maximum context length is 16000 tokens. However, you requested 40000 tokens",
);
const after = await manager.preflight("s", history, { error });
assert.equal(after.decision.trigger, "overflow");
assert.ok(after.measurement.tokens <= 8000);

for (const { event, severity, reason = "" } of seen) console.log(severity, event, reason);
