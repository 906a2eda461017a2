import { describe, expect, it } from "vitest";
import { chatter, say } from "../../engine/manager-test-support.js";
import { CompactManager } from "../../engine/compact-manager.js";
import { plain, type PlainMessage } from "../../formats/plain/plain.js";
import { memoryStorage } from "../../stores/memory/memory-storage.js";
import { characterEstimator } from "../../testing/character-estimator.js";
import { LONG, OVERFLOW, tokensOf } from "../core/call-compactor-test-support.js";
import { compactionMiddleware } from "./compaction-middleware.js";

const setUp = () =>
  compactionMiddleware<PlainMessage>({
    model: "gpt-5",
    maxContextTokens: 4000,
    estimator: characterEstimator,
    format: plain,
    policy: { hardCapBuffer: 200 },
  });

describe("compactionMiddleware", () => {
  it("refuses options that other integrations have, instead of taking no notice of them", () => {
    for (const name of ["sessionId", "sessionIdOf", "tracing"]) {
      const make = () => compactionMiddleware<PlainMessage>({ model: "gpt-5", [name]: "s" });
      expect(make).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
    }
    const named = { model: "gpt-5", sessionId: "s" };
    expect(() => compactionMiddleware<PlainMessage>(named)).toThrow("the sessionId of each request");
  });

  it("carries a loop of any length, whether the host adopts lists or sends its full history", async () => {
    for (const adopts of [true, false]) {
      const compaction = setUp();
      let history: PlainMessage[] = [];
      for (let turn = 0; turn < 80; turn++) {
        history = await compaction.beforeRun({ items: [...history, chatter(1, turn)[0] as PlainMessage] });
        const call = await compaction.beforeModelCall({ items: history, instructions: "Be brief." });
        expect(tokensOf(call.items)).toBeLessThan(4000);
        expect(call).toMatchObject({ instructions: "Be brief." });
        await compaction.afterModelCall(call, { usage: undefined });
        history = [...(adopts ? call.items : history), say("assistant", `Answer ${turn}.`)];
      }
      await compaction.close();
    }
  });

  it("gives a smaller call after an overflow, and none after another error", async () => {
    const compaction = setUp();
    const call = await compaction.before_model_call({ items: LONG, sessionId: "s" });
    expect(await compaction.after_model_call(call, { error: new Error("no network") })).toBeUndefined();
    const retry = await compaction.after_model_call(call, { error: OVERFLOW });
    expect(tokensOf(retry?.items ?? LONG)).toBeLessThan(tokensOf(call.items));
    expect(retry).toMatchObject({ sessionId: "s", compactions: [{ version: 1 }, { version: 2 }] });
    expect((await compaction.manager.remember("s")).summary).not.toBe("");
  });

  it("works with a manager of the caller's, and knows nothing of calls that it did not make", async () => {
    const manager = new CompactManager<PlainMessage>({ model: "gpt-5", format: plain });
    const compaction = compactionMiddleware({ manager });
    expect(compaction.manager).toBe(manager);
    const foreign = { items: chatter(1), compactions: [], summaryUsage: [] };
    expect(await compaction.afterModelCall(foreign, { error: OVERFLOW })).toBeUndefined();
    expect(await compaction.afterModelCall(foreign, {})).toBeUndefined();
  });

  it("writes no more summaries where every turn has a process of its own than in one that lives", async () => {
    const counts: number[] = [];
    for (const isFresh of [false, true]) {
      let summaries = 0;
      const storage = { ...memoryStorage(), close: async () => undefined };
      const summarizer = {
        name: "counting",
        async summarize() {
          summaries++;
          return { text: "Goal: the ledgers." };
        },
      };
      const start = () =>
        compactionMiddleware<PlainMessage>({
          model: "m",
          maxContextTokens: 6_000,
          format: plain,
          storage,
          summarizer,
        });
      let compaction = start();
      const items: PlainMessage[] = [];
      for (let turn = 0; turn < 70; turn++) {
        items.push(say("user", `Turn ${turn}: go through ledger ${turn}.`));
        const call = await compaction.beforeModelCall({ items, sessionId: "s" });
        const prompt_tokens = Math.ceil(JSON.stringify(call.items).length / 4);
        items.push(
          say(
            "assistant",
            `Done ${turn}. ${"Every line of the ledger adds up, nothing is missing. ".repeat(12)}`,
          ),
        );
        await compaction.afterModelCall(call, { usage: { prompt_tokens, completion_tokens: 120 } });
        if (!isFresh) continue;
        await compaction.close();
        compaction = start();
      }
      await compaction.close();
      counts.push(summaries);
    }
    expect(counts[0]).toBeGreaterThan(1);
    expect(counts[1]).toBeLessThanOrEqual(Number(counts[0]));
  });
});
