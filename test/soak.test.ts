import { CompactManager, formatByName, loadExactEstimator } from "plimsoll";
import { createItemMeter } from "plimsoll/tokens";
import { SYNTHETIC_FORMATS, seededRandom, syntheticTurns } from "plimsoll/testing";
import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";

const SESSIONS = FULL_SCALE ? 600 : 20;
const WINDOW = 4000;
/** Those that a manager can be given by name. */
const FORMATS = SYNTHETIC_FORMATS.filter((format) => format !== "realtime");

/** A session as an agent lives it: a preflight before every request, until three windows of history are through. */
async function live(
  seed: number,
): Promise<{ requests: number; over: number; compactions: number; history: number }> {
  const random = seededRandom(seed);
  const format = random.pick(FORMATS);
  const estimator = await loadExactEstimator("o200k_base");
  const meter = createItemMeter(formatByName(format), estimator);
  const manager = new CompactManager({
    model: "gpt-5",
    maxContextTokens: WINDOW,
    format: formatByName(format),
    estimator,
    policy: { hardCapBuffer: 100 },
    clock: () => 0,
  });
  const turns = syntheticTurns({
    seed,
    turns: Number.POSITIVE_INFINITY,
    format,
    toolDensity: random.next(),
    parallelCalls: random.next() / 2,
    reasoning: random.chance(0.3) ? 0.5 : 0,
    cjk: random.chance(0.2) ? 0.5 : 0,
    malformedPairs: random.chance(0.3) ? 0.2 : 0,
    giantOutputs: { probability: 0.02, characters: 30_000 },
  });
  const adopts = random.chance(0.5);
  const seen = { requests: 0, over: 0, compactions: 0, history: 0 };
  let items: object[] = [];
  while (seen.history < 3 * WINDOW || seen.compactions === 0) {
    const turn = turns.next().value as object[];
    for (const part of [turn.slice(0, 1), turn.slice(1)]) {
      items = [...items, ...part];
      seen.history += part.reduce((sum: number, item) => sum + meter.tokens(item), 0);
      const result = await manager.preflight("soak", items);
      const sent = result.items.reduce((sum, item) => sum + meter.tokens(item), 0);
      seen.requests++;
      if (sent > WINDOW) seen.over++;
      if (result.compaction) seen.compactions++;
      if (adopts) items = result.items;
    }
  }
  return seen;
}

describe("many sessions, each three windows long", () => {
  it("never send a request over the window and never crash", async () => {
    const total = { requests: 0, over: 0, compactions: 0 };
    for (let seed = 1; seed <= SESSIONS; seed++) {
      const seen = await live(seed);
      expect(seen.compactions, `session ${seed}`).toBeGreaterThan(0);
      total.requests += seen.requests;
      total.over += seen.over;
      total.compactions += seen.compactions;
    }
    expect(total.over).toBe(0);
    expect(total.requests).toBeGreaterThan(SESSIONS * 3);
  }, 1_200_000);
});
