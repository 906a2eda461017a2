import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { postgresCoordination } from "plimsoll/node";
import { sampled } from "plimsoll-testkit/scaled";
import { sharedPostgres } from "plimsoll-testkit/shared-postgres";
import { describe, expect, it, onTestFinished } from "vitest";

const CHILD = fileURLToPath(new URL("children/job-process.mjs", import.meta.url));
const NAME = { tenant: "acme", sessionId: "s", task: "summary" };
const DAY = 86_400_000;
const database = await sharedPostgres();
const problem = "problem" in database ? ` (skipped: ${database.problem.slice(0, 200)})` : "";
const url = "url" in database ? database.url : "";

async function setUp(name: string) {
  const schema = `${name}_${process.pid}_${Date.now() % 1_000_000}`;
  const { jobs, close } = postgresCoordination({ url, schema }, { leaseMs: 600_000 });
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(async () => {
    await close();
    await client.end();
  });
  /** What a query says of the only job. */
  const asked = async (what: string): Promise<unknown> =>
    ((await client.query(`SELECT ${what} AS told FROM ${schema}.jobs`)).rows[0] as { told: unknown }).told;
  return { schema, jobs, asked };
}

/** A process that has begun the job. */
async function startWorker(schema: string, jump?: number) {
  const given = jump === undefined ? [] : [String(jump)];
  const child = spawn(process.execPath, [CHILD, url, schema, ...given], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = async (): Promise<unknown> => JSON.parse(String((await lines.next()).value));
  expect(await said()).toEqual({ begun: true });
  return { child, said };
}

describe.skipIf(problem !== "")(`a node that works on a job${problem}`, () => {
  it("writes nothing when it was paused for longer than its lease, and takes what another wrote", async () => {
    const { schema, jobs, asked } = await setUp("paused");
    const { child, said } = await startWorker(schema);
    child.kill("SIGSTOP");
    while ((await asked("lease_until > clock_timestamp()")) === true);
    expect(await jobs.once(NAME, { work: async () => "of the other" })).toBe("of the other");
    child.stdin.write("go on\n");
    child.kill("SIGCONT");
    expect(await said()).toEqual({ result: "of the other" });
    expect(await asked("result")).toBe("of the other");
  });

  it.each(sampled([DAY, -DAY], 1))(
    "keeps its lease by the database's clock, although its own jumps by %d ms",
    async (jump) => {
      const { schema, jobs, asked } = await setUp(jump > 0 ? "ahead" : "behind");
      const { child, said } = await startWorker(schema, jump);
      const until = String(await asked("lease_until::text"));
      // It is renewed, by what the database calls now.
      while (String(await asked("lease_until::text")) === until);
      expect(await asked("abs(extract(epoch FROM lease_until - clock_timestamp())) < 3600")).toBe(true);
      child.stdin.write("go on\n");
      expect(await said()).toEqual({ result: "of the child" });
      expect(await jobs.look(NAME)).toEqual({ state: "done", result: "of the child" });
    },
  );
});
