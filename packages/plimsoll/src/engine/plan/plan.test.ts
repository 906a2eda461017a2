import { describe, expect, it } from "vitest";
import { type CompactPolicy, DEFAULT_POLICY } from "../../config/compact-policy.js";
import type { Outline, OutlineBlock } from "./outline.js";
import { plan } from "./plan.js";
import type { PlanInput } from "./plan-input.js";

/** A window in short: `u40` a user message of 40 tokens, `a` assistant, `t` a tool block, `p` a pinned block. */
function outlined(shorthand: string, summaryTokens = 0): Outline {
  let turn = 0;
  const blocks = shorthand.split(" ").map((word, index): OutlineBlock => {
    const kind = word[0];
    if (kind === "u") turn++;
    const block = { indexes: [index], tokens: Number(word.slice(1)), turn, tool: kind === "t" };
    return { ...block, opensTurn: kind === "u", clientContext: false, pasted: false, pinned: kind === "p" };
  });
  const sum = (list: OutlineBlock[]): number => list.reduce((total, block) => total + block.tokens, 0);
  return {
    blocks,
    pinnedTokens: sum(blocks.filter((block) => block.pinned)),
    totalTokens: sum(blocks) + summaryTokens,
    ...(summaryTokens
      ? { summary: { version: 1, body: "", index: 99, standing: "own", tokens: summaryTokens } }
      : {}),
  };
}

function planned(
  shorthand: string,
  budget: number,
  more: Partial<PlanInput> & { rules?: Partial<CompactPolicy> } = {},
) {
  const outline = more.outline ?? outlined(shorthand);
  return plan({
    outline,
    policy: { ...DEFAULT_POLICY, ...more.rules },
    budget,
    summaryCap: 100,
    summaryOverhead: 12,
    outputTokens: (position) => [Math.max(0, (outline.blocks[position]?.tokens ?? 0) - 10)],
    ...more,
  });
}

const kept = (result: ReturnType<typeof plan>) =>
  result.feasible ? [...result.keep].sort((a, b) => a - b) : undefined;

describe("plan", () => {
  it("keeps pinned blocks, the recent turns and the last tool pairs, and gives the rest away", () => {
    const result = planned("p50 u10 t400 a10 u10 a10 u10 a10", 400, {
      rules: { keepRecentTurns: 2, keepToolIoPairs: 1 },
    });
    expect(result).toMatchObject({ feasible: true, rung: "evidence:220" });
    const roomy = planned("p50 u10 t400 a10 u10 a10 u10 a10", 620, {
      rules: { keepRecentTurns: 2, keepToolIoPairs: 1, keepUserTokens: 0 },
    });
    expect(roomy).toMatchObject({ rung: "turns:2 pairs:1", remainder: [1, 3] });
    expect(kept(roomy)).toEqual([0, 2, 4, 5, 6, 7]);
  });

  it("keeps the user's messages beside them: the newest, the first, then the others, newest first, long ones last", () => {
    const window = "u40 a3000 u30 a3000 u400 a3000 u50 a3000 u60 a3000 u20 t3000";
    const words = (tokens: number) =>
      kept(planned(window, 2000, { summaryCap: 2000, rules: { keepUserTokens: tokens } }));
    expect(words(20_000)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(words(580)).toEqual([0, 2, 6, 8, 10]);
    expect(words(0)).toEqual([10]);
  });

  it("has room for what must be said also where the whole is counted higher than its lines", () => {
    const mustTokens = (): number => 1000;
    const result = planned("u10 a5000 u10 a5000 u10", 1100, { summaryCap: 1100, mustTokens });
    expect(result).toMatchObject({
      feasible: true,
      summaryTokens: expect.toSatisfy((tokens: number) => tokens >= 1042),
    });
    expect(planned("u10 a5000 u10 a5000 u10", 1030, { summaryCap: 1030, mustTokens }).feasible).toBe(false);
  });

  it("leaves the choice to the summary where the user's messages are many times their room", () => {
    const talk = Array.from({ length: 200 }, () => "u100 a100").join(" ");
    expect(kept(planned(talk, 4000, { summaryCap: 4000 }))?.length).toBeLessThan(6);
  });

  it("lets pasted messages and a client's own go, unless a quarter of the list may stay", () => {
    const outline = outlined("u40 a900 u300 a900 u300 a900 u20 a900");
    const marked = (marks: Partial<OutlineBlock>): Outline => ({
      ...outline,
      blocks: outline.blocks.map((block, position) => (position === 2 ? { ...block, ...marks } : block)),
    });
    const rules = { keepRecentTurns: 1 };
    const at = (budget: number, marks: Partial<OutlineBlock>) =>
      kept(planned("", budget, { outline: marked(marks), rules, summaryCap: budget }));
    expect(at(1000, { pasted: true })).not.toContain(2);
    expect(at(2400, { pasted: true })).toContain(2);
    expect(at(2400, { clientContext: true })).not.toContain(2);
  });

  it("summarizes a single read of source code where less than a quarter may stay, and shows evidence of anything else", () => {
    const isCode = (): boolean => true;
    expect(planned("u20 t2000", 400, { summaryCap: 390 })).toMatchObject({ rung: "evidence:370" });
    expect(planned("u20 t2000", 700, { isCode })).toMatchObject({ rung: "evidence:670" });
    expect(planned("u20 t2000", 400, { isCode, summaryCap: 390 })).toMatchObject({ remainder: [0, 1] });
  });

  it("gives up turns first, then tool pairs, down to one of each", () => {
    const window = "u50 a50 u50 a50 t50 t50 u50 a50";
    expect(planned(window, 500)).toMatchObject({ rung: "turns:4 pairs:2", remainder: [] });
    expect(planned(window, 399)).toMatchObject({ rung: "turns:2 pairs:2", remainder: [0, 1] });
    expect(planned(window, 320)).toMatchObject({ rung: "turns:1 pairs:2" });
    expect(planned(window, 250)).toMatchObject({ rung: "turns:1 pairs:1" });
  });

  it("bounds outputs where one turn and one pair are too much, then cuts the turn, then keeps the summary alone", () => {
    const giant = "u20 t5000 t5000 t5000 a20";
    expect(planned(giant, 8000)).toMatchObject({ rung: "evidence:1470", evidenceBefore: 3, tokens: 8000 });
    const wordy = planned("u20 a900 t900 t300 a20", 1000, { summaryCap: 4000 });
    expect(wordy).toMatchObject({ rung: "cut", evidenceTokens: 300 });
    expect(kept(wordy)).toEqual([0, 3, 4]);
    expect(planned("u500 t5000", 70)).toMatchObject({ rung: "summary", remainder: [0, 1] });
  });

  it("gives a summary more than the tail where the target is a small share of the list", () => {
    const giant = "u20 t5000 t5000 t5000 a20";
    const tokensFor = (budget: number): number => {
      const result = planned(giant, budget, { summaryCap: budget });
      return result.feasible ? result.summaryTokens : 0;
    };
    expect(tokensFor(3760)).toBeGreaterThanOrEqual(3760 * 0.875 - 1);
    expect(tokensFor(1504)).toBeGreaterThanOrEqual(1504 * 0.98 - 1);
    expect(planned(giant, 1504, { summaryCap: 1504, rules: { keepUserTokens: 0 } })).toMatchObject({
      evidenceTokens: 300,
      rung: "cut",
    });
  });

  it("bounds the only output of a list by evidence, however small the target", () => {
    expect(planned("t5000", 500)).toMatchObject({ rung: "evidence:490", remainder: [] });
  });

  it("masks old outputs first, where that is enough and frees enough at once", () => {
    const rules = { maskMinTokens: 300, maskProtectTokens: 250 };
    const window = "u20 t400 a20 u20 t400 a20 u20 t200 a20";
    expect(planned(window, 700, { rules })).toMatchObject({
      rung: "mask",
      remainder: [],
      summaryTokens: 0,
      evidenceTokens: 120,
      evidenceBefore: 5,
      tokens: 580,
    });
    expect(planned(window, 579, { rules })).not.toMatchObject({ rung: "mask" });
    expect(planned(window, 700, { rules: { ...rules, maskMinTokens: 600 } })).not.toMatchObject({
      rung: "mask",
    });
    expect(planned(window, 700, { rules: { ...rules, maskProtectTokens: 5000 } })).not.toMatchObject({
      rung: "mask",
    });
    expect(planned(window, 1200, { rules })).toMatchObject({ rung: "turns:4 pairs:3", remainder: [] });
  });

  it("masks outputs that evidence shortens by half before shorter ones", () => {
    const rules = { maskMinTokens: 100, maskProtectTokens: 0 };
    const window = "u20 t410 a20 u20 t210 a20 u20 t130 a20";
    expect(planned(window, 600, { rules })).toMatchObject({ rung: "mask", evidenceOver: 240, tokens: 590 });
    expect(planned(window, 589, { rules })).toMatchObject({ rung: "mask", evidenceOver: 120, tokens: 510 });
    const many = { ...rules, maskMinTokens: 350 };
    expect(planned(window, 600, { rules: many })).toMatchObject({ evidenceOver: 120, tokens: 510 });
  });

  it("gives up nothing more where superseded outputs were all that was too much", () => {
    const rules = { maskMinTokens: 300, maskProtectTokens: 250 };
    const window = "u20 t400 a20 u20 t400 a20 u20 t200 a20";
    expect(planned(window, 1200, { rules, supersededTokens: 100 })).toMatchObject({
      rung: "supersede",
      remainder: [],
      summaryTokens: 0,
      evidenceTokens: 0,
      tokens: 1120,
    });
    expect(planned(window, 1200, { rules, supersededTokens: 80 })).toMatchObject({ rung: "turns:4 pairs:3" });
    expect(planned(window, 700, { rules, supersededTokens: 900 })).toMatchObject({ rung: "mask" });
    const little = { ...rules, maskMinTokens: 600 };
    expect(planned(window, 700, { rules: little })).not.toMatchObject({ rung: "mask" });
    expect(planned(window, 700, { rules: little, supersededTokens: 100 })).toMatchObject({ rung: "mask" });
  });

  it("never plans beyond its budget and leaves the summary its share", () => {
    for (let budget = 30; budget < 2000; budget += 37) {
      const result = planned("p20 u100 t300 a50 u60 t700 t20 a40 u30", budget);
      if (!result.feasible) continue;
      expect(result.tokens).toBeLessThanOrEqual(budget);
      if (result.remainder.length > 0) expect(result.summaryTokens).toBeGreaterThanOrEqual(20);
    }
  });

  it("proves that a budget is too small before anything is spent", () => {
    expect(planned("p500 u10 a10", 400)).toMatchObject({ feasible: false, floor: 520, must: 0, budget: 400 });
    expect(planned("p500", 499)).toMatchObject({ feasible: false });
  });

  it("counts the summary that is already there", () => {
    const outline = outlined("u10 a10", 200);
    expect(planned("", 300, { outline })).toMatchObject({ remainder: [], summaryTokens: 0, tokens: 220 });
    expect(planned("", 120, { outline })).toMatchObject({ rung: "summary", summaryTokens: 100 });
  });

  it("sets nothing aside for a summary that is not written, and room for what must be said", () => {
    const rules = { pruning: "fifo", summarize: false } as const;
    expect(kept(planned("u100 u100 u100 u100", 310, { rules }))).toEqual([1, 2, 3]);
    const mustTokens = (keep: ReadonlySet<number>): number => (keep.has(0) ? 0 : 20);
    expect(kept(planned("u100 u100 u100 u100", 310, { rules, mustTokens }))).toEqual([2, 3]);
  });

  it("removes the oldest blocks only, as many as it must, under fifo", () => {
    const rules = { pruning: "fifo" } as const;
    expect(planned("u50 a50 u50 a50 u50 a50", 300, { rules })).toMatchObject({ remainder: [] });
    expect(planned("u50 a50 u50 a50 u50 a50", 290, { rules })).toMatchObject({
      rung: "fifo",
      remainder: [0, 1, 2],
    });
  });

  it("ignores tool pairs under recency", () => {
    const rules = { pruning: "recency", keepRecentTurns: 1 } as const;
    expect(planned("u10 t10 u10 a10", 200, { rules })).toMatchObject({
      rung: "turns:1 pairs:0",
      remainder: [0, 1],
    });
  });

  it("fills up with what resembles the newest request under semantic", () => {
    const rules = { pruning: "semantic", keepRecentTurns: 1 } as const;
    const relevance = [0.1, 0.9, 0, 0, 1, 1];
    const result = planned("u60 a60 u60 a60 u60 a10", 240, { rules, relevance });
    expect(kept(result)).toEqual([1, 4, 5]);
  });

  it("prunes without a summary where none is wanted", () => {
    const result = planned("u50 a50 u50 a50", 120, { rules: { summarize: false, keepRecentTurns: 1 } });
    expect(result).toMatchObject({ feasible: true, summaryTokens: 0, tokens: 100 });
    expect(planned("u50 a50", 10, { rules: { summarize: false } })).toMatchObject({ feasible: false });
  });
});
