import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { startFaultyProxy } from "plimsoll-testkit/start-faulty-proxy";
import { sharedPostgres } from "plimsoll-testkit/shared-postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonRecord } from "../json/json-record.js";
import { KeyFile } from "../keys/key-file.js";
import { call, post } from "../testing/call.js";
import { nodeSettings } from "../testing/node-settings.js";
import { scriptedChat } from "../testing/scripted-chat.js";
import { watchedJobs } from "../testing/watched-jobs.js";
import { startGateway } from "./start-gateway.js";

const database = await sharedPostgres();
const problem = "problem" in database ? ` (skipped: ${database.problem.slice(0, 200)})` : "";
const databaseUrl = "url" in database ? database.url : "";
const SUMMARY = "The user asks where orders are; all of them were found.";
let schemas = 0;

interface SetUp {
  readonly limits?: string;
  readonly withKey?: boolean;
  readonly url?: string;
}

/** Gateways with one configuration, one key file and one schema. */
async function setUp({ limits = "{}", withKey = false, url = databaseUrl }: SetUp = {}) {
  const upstream = await scriptedChat({
    answer: (request) => ({ text: request["model"] === "summarizer" ? SUMMARY : "Understood." }),
  });
  const cwd = await mkdtemp(join(tmpdir(), "plimsoll-database-"));
  onTestFinished(() => rm(cwd, { recursive: true }));
  schemas += 1;
  const schema = `gateways_${process.pid}_${Date.now() % 1_000_000}_${schemas}`;
  await writeFile(
    join(cwd, "plimsoll.config.yaml"),
    nodeSettings({
      upstream: upstream.baseUrl,
      vendor: "vendor: generic",
      database: url,
      schema,
      keysFile: join(cwd, "keys.json"),
      limits,
    }),
  );
  const key = withKey
    ? (await new KeyFile(join(cwd, "keys.json")).create({ name: "acme" }, new Date(0))).key
    : undefined;
  const start = async () => {
    const said: string[] = [];
    const log = { request: () => undefined, say: (_: string, text: string) => void said.push(text) };
    const gateway = await startGateway({ cwd, environment: { OPENAI_API_KEY: "sk-test" }, port: 0, log });
    onTestFinished(() => gateway.close());
    const ask = (messages: readonly JsonRecord[], session = "conversation") =>
      post(gateway.port, "/v1/chat/completions", {
        headers: {
          "x-plimsoll-session": session,
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: { model: "small", messages },
      });
    return { gateway, said, ask, ready: () => call({ port: gateway.port, path: "/readyz" }) };
  };
  return { upstream, schema, start };
}

const turn = (number: number): JsonRecord[] => [
  { role: "user", content: `Where is order ${number}? ${"Please look into every depot. ".repeat(90)}` },
  { role: "assistant", content: `Order ${number} is in depot ${number}. ${"Shelf checked. ".repeat(140)}` },
];

async function runSql(sql: string): Promise<unknown[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Keeps a copy of everything that is ever written to the table of jobs. */
const watchJobs = (schema: string): Promise<unknown> => runSql(watchedJobs(schema));

describe.skipIf(problem !== "")(`gateways on one PostgreSQL${problem}`, () => {
  it("answer every turn on another node, and pay for each summary once", async () => {
    const { upstream, schema, start } = await setUp();
    const nodes = [await start(), await start()];
    const messages: JsonRecord[] = [];
    for (let number = 0; number < 8; number += 1) {
      messages.push(...turn(number), { role: "user", content: `And order ${number} again?` });
      const answer = await nodes[number % 2]?.ask(messages);
      expect(answer?.status).toBe(200);
      messages.push({ role: "assistant", content: "Understood." });
      if (number === 0) await watchJobs(schema);
    }
    const summaries = upstream.bodies.filter((body) => body.includes('"summarizer"'));
    expect(summaries.length).toBeGreaterThan(0);
    expect(new Set(summaries).size).toBe(summaries.length);
    const windows = upstream.bodies.filter((body) => body.includes('"small"'));
    expect(windows.at(-1)).toContain(SUMMARY);
    const seen = JSON.stringify(await runSql(`SELECT * FROM ${schema}.seen_jobs`));
    expect(seen).toContain("plm1.");
    expect(seen).not.toContain("depot");
    expect(seen).not.toContain("orders are");
  });

  it("count requests and open answers of a key together", async () => {
    const { start } = await setUp({ limits: "{ requests_per_minute: 3 }", withKey: true });
    const nodes = [await start(), await start()];
    const statuses: number[] = [];
    for (let number = 0; number < 6; number += 1)
      statuses.push((await nodes[number % 2]?.ask([{ role: "user", content: "Hi" }]))?.status ?? 0);
    // A slow run may earn one more on its way.
    expect(statuses.slice(0, 3)).toEqual([200, 200, 200]);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
  });

  it("follow the database with /readyz, and answer without it", async () => {
    const { hostname: host, port } = new URL(databaseUrl);
    const proxy = await startFaultyProxy({ host, port: Number(port) });
    onTestFinished(() => proxy.stop());
    const through = databaseUrl.replace(`:${port}/`, `:${proxy.port}/`);
    const { start } = await setUp({ url: through, withKey: true, limits: "{ requests_per_minute: 1000 }" });
    const { ask, ready, said } = await start();
    const until = async (status: number): Promise<void> => {
      while ((await ready()).status !== status);
    };
    await until(200);
    expect((await ask([{ role: "user", content: "Hi" }])).status).toBe(200);
    proxy.set("gone");
    await until(503);
    expect((await ask([{ role: "user", content: "Are you there?" }])).status).toBe(200);
    expect(said.join("\n")).toContain("Requests are counted by each node for itself now");
    proxy.set("none");
    await until(200);
    expect((await ask([{ role: "user", content: "And now?" }])).status).toBe(200);
    // Slow is as bad as gone; noticing it takes two seconds.
    if (!FULL_SCALE) return;
    proxy.set("silence");
    await until(503);
    // A node that ends while it waits has nowhere to write what it still has.
    proxy.set("none");
    await until(200);
  });

  it.runIf(FULL_SCALE)(
    "are not ready while the database takes no writes, and answer all the same",
    async () => {
      const name = `read_only_${process.pid}`;
      await runSql(`CREATE DATABASE ${name}`);
      const { start } = await setUp({ url: databaseUrl.replace(/\/[^/]*$/, `/${name}`) });
      const { ask, ready } = await start();
      const until = async (status: number): Promise<void> => {
        while ((await ready()).status !== status);
      };
      await until(200);
      const change = async (setting: string): Promise<void> => {
        await runSql(`ALTER DATABASE ${name} ${setting}`);
        // What holds for a database holds for new connections.
        await runSql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
      };
      await change("SET default_transaction_read_only = on");
      while (!(await ready()).text.includes("read-only"));
      expect((await ready()).status).toBe(503);
      expect((await ask([{ role: "user", content: "Are you there?" }])).status).toBe(200);
      await change("RESET default_transaction_read_only");
      await until(200);
    },
  );
});
