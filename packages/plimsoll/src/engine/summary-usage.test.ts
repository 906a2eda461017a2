import { describe, expect, it } from "vitest";
import { chatter, named, say, setUp } from "./manager-test-support.js";

const spent = (inputTokens: number) => ({ inputTokens, outputTokens: 40, cachedTokens: 8 });

/** Each summary costs a hundred tokens more than the one before. */
const paid = (text = "So far so good.") => {
  let cost = 0;
  return {
    name: "paid",
    summarize: (request: { onUsage?(usage: ReturnType<typeof spent>): void }) => {
      request.onUsage?.(spent((cost += 100)));
      return text === "" ? Promise.reject(new Error("no answer")) : Promise.resolve({ text });
    },
  };
};

describe("what summaries cost", () => {
  it("is told with the compaction that they were written for", async () => {
    const { manager, events } = setUp({ summarizer: paid() });
    const { compaction, summaryUsage } = await manager.preflight("s", chatter(60));
    expect(summaryUsage).toEqual([spent(100)]);
    expect(compaction?.usage).toEqual([spent(100)]);
    expect(named(events, "compact.summary_usage")).toMatchObject([
      { session_id: "s", requests: 1, input_tokens: 100, output_tokens: 40, cached_tokens: 8 },
    ]);
    expect(await manager.preflight("s", chatter(60))).not.toHaveProperty("summaryUsage");
  });

  it("is told in dollars where the price of the model that wrote is known", async () => {
    for (const [model, dollars] of [
      ["gpt-5-mini", expect.closeTo((92 * 0.25 + 8 * 0.025 + 40 * 2) / 1_000_000, 12)],
      ["nobody-knows", undefined],
    ] as const) {
      const { manager, events } = setUp({ summarizer: { ...paid(), model } });
      await manager.preflight("s", chatter(60));
      const [told] = named(events, "compact.summary_usage");
      expect(told).toMatchObject({ by: model });
      expect(told?.["dollars"]).toEqual(dollars);
    }
  });

  it("is told with the next result where one was prepared and never used", async () => {
    const { manager, events } = setUp({ summarizer: paid() });
    const history = chatter(24);
    await manager.prepare("s", history);
    expect(named(events, "compact.summary_usage")).toMatchObject([{ input_tokens: 100 }]);
    expect(await manager.preflight("other", history)).not.toHaveProperty("summaryUsage");
    const { summaryUsage, compaction } = await manager.preflight("s", history);
    expect(compaction).toBeUndefined();
    expect(summaryUsage).toEqual([spent(100)]);
  });

  it("is told once, whether what was prepared is used at once or later", async () => {
    const { manager } = setUp({ summarizer: paid() });
    const history = chatter(24);
    const prepared = await manager.prepare("s", history);
    expect((await manager.preflight("s", history, { prepared })).summaryUsage).toEqual([spent(100)]);
    const grown = [...history, ...chatter(14, 24)];
    const taken = await manager.preflight("s", grown, { prepared });
    expect(taken.compaction?.usage).toEqual([spent(100)]);
    expect(taken).not.toHaveProperty("summaryUsage");
    const next = await manager.prepare("s", [...taken.items, ...chatter(20, 60)]);
    const committed = await manager.commitPrepared(next);
    expect(committed.summaryUsage).toEqual([spent(200)]);
  });

  it("is told where a summary failed twice, and where the compaction was refused after it", async () => {
    const failing = setUp({ summarizer: paid(""), fallbackSummarizer: "none" });
    const { summaryUsage, compaction } = await failing.manager.preflight("s", chatter(60));
    expect(summaryUsage).toEqual([spent(100), spent(200)]);
    expect(compaction?.summarizer).toBe("none");
    const controller = new AbortController();
    const { manager, events } = setUp({
      summarizer: {
        ...paid(),
        summarize: (request) => {
          request.onUsage?.(spent(900));
          controller.abort();
          return Promise.reject(new Error("aborted"));
        },
      },
    });
    const aborted = manager.preflight("s", chatter(60), { signal: controller.signal });
    await expect(aborted).rejects.toMatchObject({ code: "ABORTED" });
    expect(named(events, "compact.summary_usage")).toMatchObject([{ input_tokens: 900 }]);
    expect((await manager.preflight("s", [say("user", "Hello.")])).summaryUsage).toEqual([spent(900)]);
  });
});
