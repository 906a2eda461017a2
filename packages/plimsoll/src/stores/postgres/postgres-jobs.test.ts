import { describe, expect, it, onTestFinished } from "vitest";
import type { Coordination, CoordinationOptions } from "../coordination/coordination.js";
import { tenantStorage } from "../tenant-storage.js";
import { postgresCoordination } from "./postgres-coordination.js";
import { postgresStorage } from "./postgres-storage.js";
import { newSchema, noPostgres, postgresUrl, runSql, withPostgres } from "./postgres-test-support.js";

const TS = "2026-01-01T00:00:00.000Z";
const NAME = { tenant: "acme", sessionId: "s", task: "summary" };
/** No lease ends by itself while a test runs. */
const LONG = 600_000;

function node(schema: string, options: CoordinationOptions & { readonly url?: string } = {}): Coordination {
  const { url = postgresUrl, ...rest } = options;
  const made = postgresCoordination({ url, schema }, { leaseMs: LONG, ...rest });
  onTestFinished(() => made.close());
  return made;
}

/** A piece of work that ends when the test says so. */
function piece(result: string) {
  let finish: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const ending = new Promise<void>((resolve) => (finish = resolve));
  const signals: AbortSignal[] = [];
  const work = async (signal: AbortSignal): Promise<string> => {
    signals.push(signal);
    begun();
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
    await Promise.race([ending, aborted]);
    return result;
  };
  return { work, hasBegun, finish: () => finish(), signals };
}

const endLeases = (schema: string): Promise<unknown> =>
  runSql(`UPDATE ${schema}.jobs SET lease_until = clock_timestamp() - interval '1 second'`);

describe.skipIf(noPostgres !== undefined)(withPostgres("jobs in PostgreSQL"), () => {
  it("do a piece of work once for all nodes that need it at the same time, and for those that need it later", async () => {
    const schema = newSchema();
    const nodes = [node(schema), node(schema), node(schema)];
    let done = 0;
    const work = async (): Promise<string> => `result ${(done += 1)}`;
    const asked = Array.from({ length: 20 }, (_, index) => nodes[index % 3]?.jobs.once(NAME, { work }));
    expect(new Set(await Promise.all(asked))).toEqual(new Set(["result 1"]));
    expect(await node(schema).jobs.once(NAME, { work })).toBe("result 1");
    expect(await nodes[0]?.jobs.look(NAME)).toEqual({ state: "done", result: "result 1" });
    for (const other of [
      { ...NAME, tenant: "other" },
      { ...NAME, sessionId: "t" },
      { ...NAME, task: "else" },
    ])
      expect(await nodes[1]?.jobs.look(other)).toBeUndefined();
    expect(done).toBe(1);
  });

  it("wake those who wait when the result is there", async () => {
    const schema = newSchema();
    const [first, second] = [node(schema), node(schema)];
    const slow = piece("the summary");
    const writing = first.jobs.once(NAME, { work: slow.work });
    await slow.hasBegun;
    expect(await second.jobs.look(NAME)).toEqual({ state: "open" });
    const waiting = second.jobs.once(NAME, { work: () => Promise.reject(new Error("not twice")) });
    slow.finish();
    expect(await Promise.all([writing, waiting])).toEqual(["the summary", "the summary"]);
  });

  it("are taken over when a lease ends, and the late result is refused", async () => {
    const schema = newSchema();
    const [stalled, other] = [node(schema), node(schema)];
    const slow = piece("late");
    const late = stalled.jobs.once(NAME, { work: slow.work });
    await slow.hasBegun;
    await endLeases(schema);
    expect(await other.jobs.once(NAME, { work: async () => "in time" })).toBe("in time");
    slow.finish();
    // The late worker finds the other's result in place of its own.
    expect(await late).toBe("in time");
    expect(await runSql(`SELECT result FROM ${schema}.jobs`)).toEqual([{ result: "in time" }]);
  });

  it("tell a worker that lost its lease, which then waits for the other", async () => {
    const schema = newSchema();
    // Renewed every few milliseconds, so the loss is noticed at once.
    const [stalled, other] = [node(schema, { leaseMs: 40 }), node(schema)];
    const slow = piece("late");
    const late = stalled.jobs.once(NAME, { work: slow.work });
    await slow.hasBegun;
    await runSql(`UPDATE ${schema}.jobs SET token = nextval('${schema}.job_tokens'), result = 'of another'`);
    expect(await late).toBe("of another");
    expect(slow.signals.every(({ aborted }) => aborted)).toBe(true);
    expect(await other.jobs.once(NAME, { work: async () => "again" })).toBe("of another");
  });

  it("keep a lease for as long as the work goes on", async () => {
    const schema = newSchema();
    const [busy, other] = [node(schema, { leaseMs: 60 }), node(schema)];
    const slow = piece("done");
    const working = busy.jobs.once(NAME, { work: slow.work });
    await slow.hasBegun;
    const [{ until } = { until: 0 }] = (await runSql(
      `SELECT extract(epoch FROM lease_until)::float8 AS until FROM ${schema}.jobs`,
    )) as { until: number }[];
    for (let renewed = until; renewed <= until; )
      [{ renewed } = { renewed: 0 }] = (await runSql(
        `SELECT extract(epoch FROM lease_until)::float8 AS renewed FROM ${schema}.jobs`,
      )) as { renewed: number }[];
    slow.finish();
    expect(await working).toBe("done");
    expect(await other.jobs.look(NAME)).toMatchObject({ result: "done" });
  });

  it("give a job that failed to the next one, and the failure to its own", async () => {
    const schema = newSchema();
    const [first, second] = [node(schema), node(schema)];
    const failing = first.jobs.once(NAME, { work: () => Promise.reject(new Error("429")) });
    await expect(failing).rejects.toThrow("429");
    expect(await second.jobs.look(NAME)).toBeUndefined();
    expect(await second.jobs.once(NAME, { work: async () => "written" })).toBe("written");
  });

  it("stop waiting for those who do not want the result any more", async () => {
    const schema = newSchema();
    const [first, second] = [node(schema), node(schema)];
    const slow = piece("done");
    const writing = first.jobs.once(NAME, { work: slow.work });
    await slow.hasBegun;
    const gone = new AbortController();
    const waiting = second.jobs.once(NAME, { work: async () => "twice", signal: gone.signal });
    gone.abort(new Error("The client went away."));
    await expect(waiting).rejects.toThrow("went away");
    slow.finish();
    expect(await writing).toBe("done");
  });

  it("go with their session, however it is removed", async () => {
    const schema = newSchema();
    const store = postgresStorage({ url: postgresUrl, schema });
    onTestFinished(() => store.close());
    const acme = tenantStorage(store, "acme");
    const { jobs } = node(schema);
    const names = ["s", "t", "x".repeat(512)].map((sessionId) => ({ ...NAME, sessionId }));
    for (const name of names) {
      await acme.append(name.sessionId, [{ kind: "item", id: "i", ts: TS, data: {} }]);
      await jobs.once(name, { work: async () => "result" });
    }
    await acme.remove("s");
    await acme.remove(names[2]?.sessionId ?? "");
    expect(await Promise.all(names.map((name) => jobs.look(name)))).toEqual([
      undefined,
      { state: "done", result: "result" },
      undefined,
    ]);
    await jobs.forget({ tenant: "acme", sessionId: "t" });
    expect(await runSql(`SELECT count(*)::int AS rows FROM ${schema}.jobs`)).toEqual([{ rows: 0 }]);
  });

  it("are done by every node for itself while the database is away, which is told once", async () => {
    const told: string[] = [];
    const gone = postgresUrl.replace(/:\d+\/.*/, ":1/none");
    const { jobs } = node(newSchema(), { url: gone, onTrouble: (part) => void told.push(part) });
    let done = 0;
    for (let time = 0; time < 3; time += 1)
      expect(await jobs.once(NAME, { work: async () => `${(done += 1)}` })).toBe(`${time + 1}`);
    expect(await jobs.look(NAME)).toBeUndefined();
    await jobs.forget(NAME);
    expect(told).toEqual(["jobs"]);
  });
});
