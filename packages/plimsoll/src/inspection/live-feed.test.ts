import { describe, expect, it } from "vitest";
import { CompactManager } from "../engine/compact-manager.js";
import { syntheticHistory } from "../testing/synthetic-history.js";
import { heuristicEstimator } from "../tokens/heuristic-estimator.js";
import { LiveFeed } from "./live-feed.js";

describe("a live feed", () => {
  it("knows sessions that were at work, not those that were only planned for", async () => {
    const feed = new LiveFeed();
    const manager = new CompactManager({
      model: "gpt-5",
      maxContextTokens: 16_000,
      exporters: [feed],
      estimator: heuristicEstimator,
    });
    const items = syntheticHistory({ seed: 3, turns: 12, format: "responses" });
    await manager.prepare("planned", items, { targetTokens: 500 });
    await manager.decide("sent", items);
    await manager.manualCompact("compacted", items, { targetTokens: 500 });
    expect(feed.eventsOf("planned").length).toBeGreaterThan(0);
    expect(feed.sessions()).toEqual(["sent", "compacted"]);
    await manager.close();
  });
});
