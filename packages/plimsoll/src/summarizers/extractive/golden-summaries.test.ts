import { describe, expect, it } from "vitest";
import { responses, type ResponsesItem } from "../../formats/responses/responses.js";
import { syntheticHistory, type SyntheticOptions } from "../../testing/synthetic-history.js";
import { heuristicEstimator } from "../../tokens/heuristic-estimator.js";
import { extractiveSummarizer } from "./extractive-summarizer.js";

const HISTORIES: Readonly<Record<string, SyntheticOptions>> = {
  talk: { seed: 11, turns: 24, toolDensity: 0 },
  work: { seed: 12, turns: 16, toolDensity: 0.9, nestedJson: 0.3 },
  mixed: { seed: 13, turns: 20, toolDensity: 0.5, cjk: 0.3, reasoning: 0.4 },
};

describe("the embedded summarizer", () => {
  it.each(
    Object.keys(HISTORIES).flatMap((name) => [200, 800].map((maxTokens) => [name, maxTokens] as const)),
  )("summarizes the recorded history %s in %i tokens as it is recorded", async (name, maxTokens) => {
    const history = syntheticHistory(HISTORIES[name]!) as ResponsesItem[];
    const { text } = await extractiveSummarizer().summarize({
      sessionId: "golden",
      remainder: history.map((item, index) => ({ id: `item_${index}`, view: responses.view(item) })),
      kept: [],
      template: "task_state",
      maxTokens,
      count: (part) => heuristicEstimator.count(part),
    });
    expect(heuristicEstimator.count(text)).toBeLessThanOrEqual(maxTokens);
    await expect(`${text}\n`).toMatchFileSnapshot(`__fixtures__/${name}-${maxTokens}.txt`);
  });
});
