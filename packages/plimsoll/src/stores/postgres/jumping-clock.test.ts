import { afterEach, describe, expect, it, vi } from "vitest";
import { itemId } from "../../conversation/item-id.js";
import { chatter, setUp } from "../../engine/manager-test-support.js";
import type { StorageAdapter } from "../storage-adapter.js";
import { newSchema, noPostgres, postgresUrl as url, runSql, withPostgres } from "./postgres-test-support.js";
import { postgresCoordination } from "./postgres-coordination.js";
import { postgresStorage } from "./postgres-storage.js";

const DAY = 86_400_000;
const START = 1_800_000_000_000;
const at = (days: number): string => new Date(START + days * DAY).toISOString();

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const part of closing.splice(0)) await part.close();
});
function opened(schema: string): StorageAdapter {
  const store = postgresStorage({ url, schema });
  closing.push(store);
  return store;
}

describe.skipIf(noPostgres !== undefined)(withPostgres("a clock that jumps, on PostgreSQL"), () => {
  it.each([-400, 20])(
    "by %i days changes neither the order nor the number of what is stored",
    async (days) => {
      const schema = newSchema();
      let calls = 0;
      // It jumps in the middle of the first compaction, and back later.
      const clock = (): number => START + ((calls += 1) % 40 > 20 ? days * DAY : 0);
      const { manager } = setUp({ storage: opened(schema), clock, policy: { keepRecentTurns: 2 } });
      const said = chatter(40);
      const { items } = await manager.preflight("s", said);
      expect(items.at(-1)).toEqual(said.at(-1));
      await manager.manualCompact("s", items, { targetTokens: 900 });
      await manager.close();
      const stored = (await opened(schema).read("s", ["item"])).map(({ id }) => id);
      const wanted = said.map((message) => itemId(message));
      expect(stored.filter((id) => wanted.includes(id))).toEqual(wanted);
      expect(new Set(stored).size).toBe(stored.length);
    },
  );

  it("sweeps by the times of entries and payloads, whatever was written before or after", async () => {
    const store = opened(newSchema());
    const scope = { tenant: "default", sessionId: "s" };
    const payload = (ts: string) => ({ text: "text", kind: "log", label: "", ts });
    for (const [number, days] of [0, 20, -400].entries()) {
      await store.append("s", [{ kind: "event", id: `${number}`, ts: at(days), data: number }]);
      await store.putArtifacts(scope, [payload(at(days))]);
    }
    // A payload that was stored again with an earlier time stays as new as it was.
    expect(await store.sweepArtifacts(at(19))).toBe(0);
    expect((await store.listArtifacts(scope))[0]?.lastTs).toBe(at(20));
    expect((await store.read("s")).map(({ id }) => id)).toEqual(["0", "1", "2"]);
  });

  it("ends no lease of a job: the clock of the database counts", async () => {
    const schema = newSchema();
    const [first, second] = [postgresCoordination({ url, schema }), postgresCoordination({ url, schema })];
    closing.push(first, second);
    const name = { tenant: "t", sessionId: "s", task: "summary" };
    let finish: () => void = () => undefined;
    const ending = new Promise<void>((resolve) => (finish = resolve));
    let done = 0;
    const work = async (): Promise<string> => {
      done += 1;
      await ending;
      return "result";
    };
    const asked = first.jobs.once(name, { work });
    while ((await runSql(`SELECT to_regclass('${schema}.jobs') AS there`))[0]?.["there"] === null);
    while ((await runSql(`SELECT 1 FROM ${schema}.jobs`)).length === 0);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 400 * DAY });
    expect(await second.jobs.look(name)).toMatchObject({
      state: expect.not.stringMatching("done") as string,
    });
    const again = second.jobs.once(name, { work });
    vi.setSystemTime(Date.now() - 800 * DAY);
    finish();
    expect(await Promise.all([asked, again])).toEqual(["result", "result"]);
    expect(done).toBe(1);
  });
});
