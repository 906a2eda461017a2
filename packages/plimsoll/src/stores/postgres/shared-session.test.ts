import { afterEach, describe, expect, it } from "vitest";
import { chatter, named, setUp } from "../../engine/manager-test-support.js";
import type { PlainMessage } from "../../formats/plain/plain.js";
import type { Summarizer } from "../../summarizers/summarizer.js";
import { newSchema, noPostgres, postgresUrl as url, withPostgres } from "./postgres-test-support.js";
import { postgresStorage } from "./postgres-storage.js";

/** Counts what is paid for. */
function countingSummarizer(): Summarizer & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    name: "counting",
    asked,
    async summarize({ sessionId, remainder }) {
      asked.push(`${sessionId} ${remainder.length}`);
      return { text: `Summary of ${remainder.length} items about orders.` };
    },
  };
}

/** The versions of a session's compactions, in the order in which they were stored. */
async function storedVersions(schema: string): Promise<number[]> {
  const store = postgresStorage({ url, schema });
  closing.push(() => store.close());
  return (await store.read("s", ["compaction"])).map(({ data }) => (data as { version: number }).version);
}

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

describe.skipIf(noPostgres !== undefined)(withPostgres("a session that processes share"), () => {
  function node(schema: string, summarizer: Summarizer) {
    const made = setUp({
      storage: postgresStorage({ url, schema }),
      summarizer,
      policy: { keepRecentTurns: 2 },
      maxContextTokens: 2400,
    });
    closing.push(() => made.manager.close());
    return made;
  }

  it("is compacted once, whichever process gets the next turn", async () => {
    const schema = newSchema();
    const summarizer = countingSummarizer();
    const nodes = [node(schema, summarizer), node(schema, summarizer), node(schema, summarizer)];
    const history: PlainMessage[] = [];
    for (let turn = 0; turn < 30; turn += 1) {
      history.push(...chatter(1, turn));
      const result = await nodes[turn % 3]?.manager.preflight("s", structuredClone(history));
      expect(result?.items.at(-1)).toEqual(history.at(-1));
    }
    const compactions = nodes.flatMap(({ events }) => named(events, "compact.compacted"));
    expect(summarizer.asked).toHaveLength(compactions.length);
    // Each goes on from the one before, whoever made it: nobody summarizes the same turns again.
    const versions = await storedVersions(schema);
    expect(versions).toEqual(compactions.map((_, index) => index + 1));
    expect(compactions.length).toBeLessThan(6);
    expect(compactions.length).toBeGreaterThan(1);
  });

  it("is compacted once when all processes get the same turn at the same time", async () => {
    const schema = newSchema();
    const summarizer = countingSummarizer();
    const nodes = [node(schema, summarizer), node(schema, summarizer), node(schema, summarizer)];
    const history = chatter(40);
    const results = await Promise.all(
      nodes.map(({ manager }) => manager.preflight("s", structuredClone(history))),
    );
    expect(summarizer.asked).toHaveLength(1);
    expect(new Set(results.map(({ items }) => JSON.stringify(items))).size).toBe(1);
  });
});
