import { describe, expect, it, onTestFinished } from "vitest";
import { chatter } from "../../engine/manager-test-support.js";
import type { PlainMessage } from "../../formats/plain/plain.js";
import { memoryStorage } from "../../stores/memory/memory-storage.js";
import { postgresCoordination } from "../../stores/postgres/postgres-coordination.js";
import { postgresStorage } from "../../stores/postgres/postgres-storage.js";
import {
  newSchema,
  noPostgres,
  postgresUrl as url,
  runSql,
  withPostgres,
} from "../../stores/postgres/postgres-test-support.js";
import type { StorageAdapter } from "../../stores/storage-adapter.js";
import type { Summarizer } from "../../summarizers/summarizer.js";
import { setUp } from "./call-compactor-test-support.js";

const SESSION = "s";
const TEXT = "The user asks where orders are; all of them were found.";

/** Counts what is paid for. An answer comes when the test says so, if it says anything about it. */
function countingSummarizer(answer: (time: number) => Promise<void> = async () => undefined) {
  let asked = 0;
  const summarizer: Summarizer = {
    name: "counting",
    model: "gpt-5-nano",
    async summarize({ signal }) {
      asked += 1;
      const aborted = new Promise<never>((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason as Error));
      });
      await Promise.race([answer(asked), aborted]);
      return { text: TEXT };
    },
  };
  return { summarizer, asked: () => asked };
}

function node(schema: string, summarizer: Summarizer, storage?: StorageAdapter) {
  const coordination = postgresCoordination({ url, schema }, { leaseMs: 600_000 });
  const made = setUp({
    prepareAtPct: 0.6,
    summarizer,
    jobs: coordination.jobs,
    storage: storage ?? postgresStorage({ url, schema }),
  });
  const ask = async (items: readonly PlainMessage[]) => {
    const call = await made.compactor.begin({
      sessionId: SESSION,
      items: structuredClone(items) as PlainMessage[],
    });
    call.succeeded(call.compactions.length > 0 ? COMPACTED : FILLED);
    return call;
  };
  onTestFinished(async () => {
    await made.compactor.close();
    await coordination.close();
  });
  return { ...made, ask };
}

/** A list from which on a compaction is prepared, and one that must be compacted. */
const prepared = chatter(24);
const full = [...prepared, ...chatter(14, 24)];
const FILLED = { input_tokens: 2500, output_tokens: 50 };
const COMPACTED = { input_tokens: 500, output_tokens: 50 };

describe.skipIf(noPostgres !== undefined)(withPostgres("processes that share jobs"), () => {
  it("use what one of them prepared, whichever gets the request that needs it", async () => {
    const schema = newSchema();
    const { summarizer, asked } = countingSummarizer();
    const [first, second] = [node(schema, summarizer), node(schema, summarizer)];
    expect((await first.ask(prepared)).compactions).toEqual([]);
    await first.compactor.settled();
    expect(asked()).toBe(1);
    const call = await second.ask(full);
    expect(call.compactions).toHaveLength(1);
    expect(JSON.stringify(call.items)).toContain(TEXT);
    expect(call.items.at(-1)).toEqual(full.at(-1));
    expect(asked()).toBe(1);
    expect(call.summaryUsage).toEqual([]);
    await second.compactor.settled();
  });

  it("wait for the one that prepares, and take its work over when it is gone", async () => {
    const schema = newSchema();
    let begun: () => void = () => undefined;
    let end: () => void = () => undefined;
    const ending = new Promise<void>((resolve) => (end = resolve));
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const { summarizer, asked } = countingSummarizer(async (time) => {
      if (time > 1) return;
      begun();
      await ending;
    });
    const [dead, living] = [node(schema, summarizer), node(schema, summarizer)];
    await dead.ask(prepared);
    await hasBegun;
    // As after a kill: nobody renews what it holds.
    await runSql(`UPDATE ${schema}.jobs SET lease_until = clock_timestamp() - interval '1 second'`);
    const call = await living.ask(full);
    expect(call.compactions).toHaveLength(1);
    expect(JSON.stringify(call.items)).toContain(TEXT);
    expect(asked()).toBe(2);
    // It only was slow: what it wrote comes too late.
    end();
    await dead.compactor.settled();
    expect(asked()).toBe(2);
  });

  it("do not pay again for a summary whose process died before it could keep the compaction", async () => {
    const schema = newSchema();
    const { summarizer, asked } = countingSummarizer();
    // What the first one stored is gone with it; what it had written for it is not.
    const died = node(schema, summarizer, memoryStorage());
    await died.compactor.manager().manualCompact(SESSION, structuredClone(full));
    expect(asked()).toBe(1);
    const living = node(schema, summarizer, memoryStorage());
    const result = await living.compactor.manager().manualCompact(SESSION, structuredClone(full));
    expect(JSON.stringify(result.items)).toContain(TEXT);
    expect(asked()).toBe(1);
  });

  it("forget what was prepared once a compaction stands", async () => {
    const schema = newSchema();
    const { summarizer } = countingSummarizer();
    const { ask, compactor } = node(schema, summarizer);
    await ask(prepared);
    await compactor.settled();
    expect(await runSql(`SELECT count(*)::int AS rows FROM ${schema}.jobs`)).toEqual([{ rows: 2 }]);
    expect((await ask(full)).compactions).toHaveLength(1);
    for (let left = 1; left > 0; )
      left = Number((await runSql(`SELECT count(*)::int AS rows FROM ${schema}.jobs`))[0]?.["rows"]);
  });
});
