import { describe, expect, it, onTestFinished } from "vitest";
import type { LimitRefusal, SharedLimits } from "../coordination/coordination.js";
import { nameDigest } from "./name-digest.js";
import { PostgresDatabase } from "./postgres-database.js";
import { PostgresLimits } from "./postgres-limits.js";
import { postgresOptions } from "./postgres-options.js";
import { newSchema, noPostgres, postgresUrl, runSql, withPostgres } from "./postgres-test-support.js";
import { SharedPatience } from "./shared-patience.js";

const NO_LIMIT = { requestsPerMinute: 0, streamsPerKey: 1000 };
/** Nodes beat when the test says so. */
const LONG = 600_000;

function node(schema: string, told: string[] = [], url = postgresUrl): PostgresLimits {
  const database = new PostgresDatabase(
    postgresOptions({ url, schema, maxConnections: 3, connectTimeoutMs: 2000 }).options,
  );
  const patience = new SharedPatience((part) => void told.push(part));
  const limits = new PostgresLimits({ database, patience, leaseMs: LONG });
  onTestFinished(async () => {
    await limits.close();
    await database.close();
  });
  return limits;
}

async function entered(limits: SharedLimits, tenant: string, limit = NO_LIMIT): Promise<() => void> {
  const answer = await limits.enter(tenant, limit);
  if (typeof answer !== "function") throw new Error(`Refused: ${JSON.stringify(answer)}`);
  return answer;
}

/** Everything is given back once the database counts none. */
async function untilNone(schema: string): Promise<void> {
  for (;;) {
    const [row] = await runSql(`SELECT count(*)::int AS open FROM ${schema}.limit_streams`);
    if (row?.["open"] === 0) return;
  }
}

describe.skipIf(noPostgres !== undefined)(withPostgres("limits in PostgreSQL"), () => {
  it("let so many requests a minute through at all nodes together, whoever asks first", async () => {
    const schema = newSchema();
    const nodes = [node(schema), node(schema), node(schema)];
    const limit = { requestsPerMinute: 2, streamsPerKey: 1000 };
    // Each node has entered before, so all ask at the same time.
    for (const each of nodes) (await entered(each, "warm-up"))();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => nodes[index % 3]?.enter("acme", limit)),
    );
    const passed = answers.filter((answer) => typeof answer === "function").length;
    // Half a minute earns another one.
    expect([2, 3]).toContain(passed);
    const refused = answers.find((answer) => typeof answer !== "function") as LimitRefusal;
    expect(refused.limit).toBe("requests");
    expect(refused.waitMs).toBeGreaterThan(0);
    expect(refused.waitMs).toBeLessThanOrEqual(30_000);
    expect(typeof (await nodes[0]?.enter("other", limit))).toBe("function");
    await runSql(`UPDATE ${schema}.limit_buckets SET filled = filled - interval '1 minute'`);
    expect(typeof (await nodes[2]?.enter("acme", limit))).toBe("function");
  });

  it("bound the open requests of all nodes together, and give them back", async () => {
    const schema = newSchema();
    const [first, second] = [node(schema), node(schema)];
    const limit = { requestsPerMinute: 0, streamsPerKey: 3 };
    const leave = [
      await entered(first, "acme", limit),
      await entered(second, "acme", limit),
      await entered(first, "acme", limit),
    ];
    expect(await second.enter("acme", limit)).toEqual({ limit: "streams", waitMs: 1000 });
    expect(typeof (await second.enter("other", { ...limit, streamsPerKey: 1 }))).toBe("function");
    for (const end of leave) end();
    leave[0]?.();
    await first.beat();
    await second.beat();
    expect(
      await runSql(`SELECT count(*)::int AS open FROM ${schema}.limit_streams WHERE tenant = $1`, [
        nameDigest("tenant", "acme"),
      ]),
    ).toEqual([{ open: 0 }]);
  });

  it("give back what a dead node held, and take it in again with all it has open", async () => {
    const schema = newSchema();
    const [stalled, living] = [node(schema), node(schema)];
    const limit = { requestsPerMinute: 0, streamsPerKey: 2 };
    const leave = [await entered(stalled, "acme", limit), await entered(stalled, "acme", limit)];
    expect(await living.enter("acme", limit)).toMatchObject({ limit: "streams" });
    await runSql(`UPDATE ${schema}.limit_nodes SET lease_until = clock_timestamp() - interval '1 second'`);
    await living.beat();
    const own = await entered(living, "acme", limit);
    // It was only slow: what it has open counts again.
    await stalled.beat();
    expect(await living.enter("acme", limit)).toMatchObject({ limit: "streams" });
    for (const end of [own, ...leave]) end();
    await untilNone(schema);
  });

  it("count anew after the server lost what is not logged", async () => {
    const schema = newSchema();
    const limits = node(schema);
    const leave = await entered(limits, "acme");
    await runSql(`TRUNCATE ${schema}.limit_buckets, ${schema}.limit_nodes, ${schema}.limit_streams`);
    expect(await limits.enter("acme", { requestsPerMinute: 0, streamsPerKey: 1 })).toMatchObject({
      limit: "streams",
    });
    leave();
    await untilNone(schema);
  });

  it("do nothing while the database is away, and say so once", async () => {
    const told: string[] = [];
    const limits = node(newSchema(), told, postgresUrl.replace(/:\d+\/.*/, ":1/none"));
    for (let time = 0; time < 3; time += 1)
      expect(await limits.enter("acme", { requestsPerMinute: 1, streamsPerKey: 1 })).toBeUndefined();
    expect(told).toEqual(["limits"]);
  });

  it("keep nothing of a node that ended", async () => {
    const schema = newSchema();
    const limits = node(schema);
    await entered(limits, "acme");
    await limits.close();
    expect(
      await runSql(`SELECT 1 FROM ${schema}.limit_nodes UNION ALL SELECT 1 FROM ${schema}.limit_streams`),
    ).toEqual([]);
  });
});
