import { describe, expect, it } from "vitest";
import { FORMATS } from "../formats/registry.js";
import { characterEstimator } from "../testing/character-estimator.js";
import { CompactManager } from "./compact-manager.js";

const FOUND = Array.from({ length: 20 }, (_, index) => ({
  type: "search_result",
  source: `https://port${index}.example/berths`,
  title: `Harbour office ${index}`,
  content: [
    { type: "text", text: `Office ${index} opens at dawn. ${"Nothing else is known of it. ".repeat(20)}` },
    { type: "text", text: `The draught at berth ${index} is ${index + 5} metres.` },
  ],
  citations: { enabled: true },
}));

describe("search_result blocks of a tool", () => {
  it("become evidence with title, address and best passage of each", async () => {
    const manager = new CompactManager({
      model: "claude-sonnet-4-5",
      maxContextTokens: 200_000,
      estimator: characterEstimator,
      format: FORMATS.anthropic,
      policy: { toolOutputMaxTokens: 1_000 },
    });
    const { items } = await manager.preflight("s", [
      { role: "user", content: "How deep may we lie?" },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "t1", name: "search", input: { query: "draught at berth" } }],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: FOUND }] },
    ]);
    const [result] = FORMATS.anthropic.view(items[2] as never).results;
    for (const [index, { source, title }] of FOUND.entries()) {
      expect(result?.text).toContain(source);
      expect(result?.text).toContain(title);
      expect(result?.text).toContain(`The draught at berth ${index} is ${index + 5} metres.`);
    }
  });
});
