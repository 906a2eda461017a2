import { describe, expect, it } from "vitest";
import { loadExactEstimator } from "../tokens/load-exact-estimator.js";
import { evidenceHeader, type HeaderFacts } from "./evidence-header.js";

const FACTS: HeaderFacts = {
  kind: "search",
  characters: 32_166,
  lines: 400,
  tokens: 10_000,
  keptLines: 3,
  facts: [],
  producer: ["exit code 1"],
  reference: "art_9f41c07be2d8536a1ef0c4729b65d83e",
};

describe("evidenceHeader", () => {
  it("says less the fewer tokens there are", async () => {
    const { count } = await loadExactEstimator("o200k_base");
    const header = (maxTokens: number): string => evidenceHeader(FACTS, { maxTokens, count });
    expect(header(1000)).toContain("exit code 1; kept 3; full output: art_");
    expect(header(150)).toContain("full output: art_");
    expect(header(40)).toBe("[search 32166 chars, 400 lines]");
    expect(header(16)).toBe("[search]");
  });

  it("names the whole output in the shortest evidence that the ladder makes", async () => {
    const { count } = await loadExactEstimator("o200k_base");
    expect(evidenceHeader(FACTS, { maxTokens: 64, count })).toBe(`[search; full output: ${FACTS.reference}]`);
    expect(count(`[search; full output: ${FACTS.reference}]`)).toBeGreaterThan(64 * 0.3);
  });
});
