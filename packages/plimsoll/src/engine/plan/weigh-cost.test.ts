import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CostInput, estimateCost } from "./weigh-cost.js";
import { chatter, named, say, setUp } from "../manager-test-support.js";

const PRICES = { input: 10, cachedInput: 1, output: 50 };

const input = (more: Partial<CostInput> = {}): CostInput => ({
  prices: PRICES,
  tokensBefore: 100_000,
  tokensAfter: 50_000,
  tokensUnchanged: 10_000,
  hardLimit: 1_000_000,
  requests: 10,
  growth: 1000,
  cachedShare: 1,
  ...more,
});

describe("estimateCost", () => {
  it("holds what the coming requests cost less against the prefix that is sent uncached once", () => {
    const estimate = estimateCost(input());
    expect(estimate.saves).toBeCloseTo(0.5);
    expect(estimate.prefix).toBeCloseTo(0.36);
    expect(estimate.summary).toBe(0);
    expect(estimate.net).toBeCloseTo(0.14);
    expect(estimate.compactions).toEqual({ now: 1, waiting: 0 });
  });

  it("adds the summary's request at the prices of the model that writes it", () => {
    const summary = {
      prices: { input: 1, cachedInput: 1, output: 4 },
      inputTokens: 60_000,
      outputTokens: 5000,
    };
    const estimate = estimateCost(input({ summary }));
    expect(estimate.summary).toBeCloseTo(0.08);
    expect(estimate.net).toBeCloseTo(0.06);
  });

  it("pays for a write to the cache where that costs extra, and nothing where nothing is cached", () => {
    expect(estimateCost(input({ prices: { ...PRICES, cacheWrite: 12.5 } })).prefix).toBeCloseTo(0.46);
    const uncached = estimateCost(input({ cachedShare: 0 }));
    expect(uncached.prefix).toBe(0);
    expect(uncached.saves).toBeCloseTo(5);
  });

  it("costs more than it saves where little is removed or little is to come", () => {
    expect(estimateCost(input({ tokensAfter: 90_000 })).net).toBeLessThan(0);
    expect(estimateCost(input({ requests: 3 })).net).toBeLessThan(0);
  });

  it("does not count what waiting would cost as well", () => {
    const soon = estimateCost(input({ hardLimit: 103_000, requests: 20 }));
    expect(soon.compactions).toEqual({ now: 1, waiting: 1 });
    expect(soon.net).toBeCloseTo(soon.saves);
    expect(soon.net).toBeGreaterThan(0);
    const over = estimateCost(input({ hardLimit: 90_000 }));
    expect(over.compactions).toEqual({ now: 1, waiting: 0 });
    expect(over.saves).toBeCloseTo(0.5);
    const often = estimateCost(input({ hardLimit: 120_000, growth: 10_000, requests: 40 }));
    expect(often.compactions.now).toBeGreaterThan(1);
  });

  it("is worth more the more is removed, for any prices, and always finite", () => {
    const amount = fc.integer({ min: 0, max: 2_000_000 });
    const price = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({
          tokensBefore: amount,
          tokensUnchanged: amount,
          requests: fc.integer({ min: 0, max: 500 }),
          cachedShare: fc.double({ min: 0, max: 1, noNaN: true }),
          prices: fc.record({ input: price, cachedInput: price, output: price }),
        }),
        fc.tuple(amount, amount),
        (some, [one, other]) => {
          const at = (tokensAfter: number) =>
            estimateCost(input({ ...some, growth: 0, hardLimit: 5_000_000, tokensAfter }));
          const [less, more] = [at(Math.min(one, other)), at(Math.max(one, other))];
          expect(less.net).toBeGreaterThanOrEqual(more.net - 1e-9);
          expect(
            Object.values(less)
              .flat()
              .every((value) => typeof value === "object" || Number.isFinite(value)),
          ).toBe(true);
        },
      ),
    );
  });
});

/** Where caching is all but free, breaking the prefix never pays within a turn. */
const DEAR_PREFIX = { "gpt-5": { input: 10, cachedInput: 0.001, output: 50 } };

describe("the cost of a compaction", () => {
  it("is told in the event and in the decision, and decides nothing unless asked to", async () => {
    const { manager, events } = setUp({
      prices: DEAR_PREFIX,
      policy: { costHorizonTurns: 1, triggerPct: 0.6 },
    });
    const { compaction, decision } = await manager.preflight("s", chatter(28));
    expect(compaction).toBeDefined();
    expect(decision.cost).toMatchObject({ turns: 1, requestsPerTurn: 1, estimate: { summary: 0 } });
    expect(decision.cost?.estimate?.net).toBeLessThan(0);
    const [told] = named(events, "compact.cost");
    expect(told).toMatchObject({ mode: "advice", action: "compact", priced: true, turns: 1 });
    expect(told).toMatchObject({ net: decision.cost?.estimate?.net, t_est: decision.tokens });
    expect(told?.["reason"]).toMatch(/^compacting now costs \$0\.\d{4} over 1 turns/);
  });

  it("lets a percentage trigger wait where it decides, never the hard limit or the caller", async () => {
    const policy = { cost: "decide", costHorizonTurns: 1, triggerPct: 0.6 } as const;
    const { manager, events } = setUp({ prices: DEAR_PREFIX, policy });
    const history = chatter(28);
    const waiting = await manager.preflight("s", history);
    expect(waiting.items).toBe(history);
    expect(waiting.decision).toMatchObject({ action: "none", trigger: "percentage" });
    expect(waiting.decision.reason).toContain("Waits: compacting now costs");
    expect(named(events, "compact.cost")).toMatchObject([{ mode: "decide", action: "wait" }]);
    expect(named(events, "compact.policy_applied")).toEqual([]);
    const hard = await manager.preflight("hard", chatter(50));
    expect(hard.decision.trigger).toBe("hard");
    expect(hard.compaction).toBeDefined();
    expect((await manager.manualCompact("manual", chatter(28))).compaction).toBeDefined();
    const error = { error: { code: "context_length_exceeded", message: "too long" } };
    expect((await manager.preflight("overflow", chatter(28), { error })).compaction).toBeDefined();
  });

  it("compacts where it pays, and where no price is known, and says which", async () => {
    const policy = { cost: "decide", triggerPct: 0.6, costHorizonTurns: 100 } as const;
    const cheap = setUp({ policy, prices: { "gpt-5": { input: 1, cachedInput: 0.9, output: 5 } } });
    expect((await cheap.manager.preflight("s", chatter(28))).decision.cost?.estimate?.net).toBeGreaterThan(0);
    const unknown = setUp({ policy, model: "acme" });
    const { compaction, decision } = await unknown.manager.preflight("s", chatter(28));
    expect(compaction).toBeDefined();
    expect(decision.cost?.estimate).toBeUndefined();
    expect(named(unknown.events, "compact.cost")).toMatchObject([
      { priced: false, reason: 'the prices of the model "acme" are unknown.' },
    ]);
  });

  it("counts the summary of a model, and the cache as the provider reports it", async () => {
    const summarizer = { name: "m", model: "gpt-5-mini", summarize: async () => ({ text: "short" }) };
    const { manager } = setUp({ summarizer });
    const asked = await manager.plan("s", chatter(38));
    expect(asked.decision.cost?.estimate?.summary).toBeGreaterThan(0);
    const { raw } = asked.measurement;
    const usage = { input_tokens: raw, output_tokens: 1, input_tokens_details: { cached_tokens: raw / 10 } };
    const uncached = await manager.plan("s", chatter(38), { usage });
    const saves = (plan: typeof asked) => plan.decision.cost?.estimate?.saves ?? 0;
    expect(saves(uncached)).toBeGreaterThan(5 * saves(asked));
    const stranger = setUp({ summarizer: { ...summarizer, model: "acme" } });
    expect((await stranger.manager.plan("s", chatter(38))).decision.cost?.reason).toContain('"acme"');
    const half = setUp({ summarizer: { ...summarizer, model: "acme" }, prices: { acme: { input: 1 } } });
    const { decision } = await half.manager.plan("s", chatter(38));
    expect(decision.cost).toMatchObject({
      reason: 'the output price of the summarizer\'s model "acme" is unknown.',
    });
    expect(decision.cost?.estimate).toBeUndefined();
    const off = setUp({ policy: { cost: "off" } });
    expect((await off.manager.plan("s", chatter(38))).decision.cost).toBeUndefined();
  });
});

describe("rebound", () => {
  it("says how many tokens and turns a compaction lasted, in the next one's event, result and record", async () => {
    for (const adopts of [true, false]) {
      const { manager, events, storage } = setUp();
      const history = chatter(40);
      const first = await manager.preflight("s", history);
      expect(first.compaction?.rebound).toBeUndefined();
      const more = [...chatter(30, 40), say("user", "one"), say("user", "more")];
      const second = await manager.preflight("s", [...(adopts ? first.items : history), ...more]);
      const tokens = (second.compaction?.tokensBefore ?? 0) - (first.compaction?.tokensAfter ?? 0);
      expect(second.compaction?.rebound).toEqual({ tokens, turns: 31 });
      expect(named(events, "compact.compacted").at(-1)).toMatchObject({
        rebound_tokens: tokens,
        rebound_turns: 31,
      });
      const stored = await storage.read("s", ["compaction"]);
      expect(stored.map(({ data }) => (data as { rebound?: object }).rebound)).toEqual([
        undefined,
        { tokens, turns: 31 },
      ]);
    }
  });
});
