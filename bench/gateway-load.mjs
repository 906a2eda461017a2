// Two gateway nodes on one PostgreSQL under load: node bench/gateway-load.mjs [--streams 1000] [--sessions 10000] [--turns 3]
//
// Every session is a conversation of its own that goes on for some turns, each at another node. So many of them have an answer open at
// the same time. Nothing may fail, and nothing may be missing from the store. Processor time, memory and rows are counts, so they mean the
// same on a busy machine; the seconds do not. Linux only, because it reads /proc.
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { startPostgres } from "plimsoll-testkit/start-postgres";
import { Agent } from "undici";

const { values } = parseArgs({
  options: { streams: { type: "string" }, sessions: { type: "string" }, turns: { type: "string" } },
});
const STREAMS = Number(values.streams ?? 1000);
const SESSIONS = Number(values.sessions ?? 10_000);
const TURNS = Number(values.turns ?? 3);
const NODES = 2;
const COMPACTCTL = fileURLToPath(new URL("../packages/cli/bin/compactctl.js", import.meta.url));
/** Ticks of the processor's clock in a second, as Linux counts them for programs. */
const TICKS = 100;
const agent = new Agent({ connections: null, headersTimeout: 0, bodyTimeout: 0 });

const upstream = fork(new URL("gateway/upstream.mjs", import.meta.url), {
  env: { ...process.env, CHUNKS: "20", GAP_MS: "100" },
});
const { port: upstreamPort } = await new Promise((resolve) => upstream.once("message", resolve));
const database = await startPostgres([]);
const folder = await mkdtemp(join(tmpdir(), "plimsoll-load-"));
await writeFile(
  join(folder, "plimsoll.config.yaml"),
  `storage: { adapter: postgres, url: "${database.url}" }
gateway:
  keys_file: ${join(folder, "keys.json")}
  limits: { requests_per_minute: 0, streams_per_key: 100000 }
  upstreams:
    here: { vendor: generic, base_url: "http://127.0.0.1:${upstreamPort}/v1" }
  routes:
    m: { upstream: here, window: 6000, output_reserve: 500, archive: always }
`,
);

async function startNode(_, index) {
  const loopFile = join(folder, `loop-${index}.json`);
  const program = ["--import", new URL("gateway/loop-delay.mjs", import.meta.url).href, COMPACTCTL];
  const child = spawn(process.execPath, [...program, "serve", "--port", "0"], {
    cwd: folder,
    env: { PATH: process.env.PATH, LOOP_DELAY_FILE: loopFile },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes("listening")) continue;
    child.stdout.resume();
    return { child, loopFile, origin: JSON.parse(line).url };
  }
  throw new Error("A node ended before it listened.");
}

const nodes = await Promise.all(Array.from({ length: NODES }, startNode));

/** Milliseconds of processor time and megabytes of memory of a process. */
async function usageOf(pid) {
  const stat = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1].split(" ");
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  return { cpu: ((Number(stat[11]) + Number(stat[12])) / TICKS) * 1000, megabytes };
}

const usage = () => Promise.all(nodes.map(({ child }) => usageOf(child.pid)));
const sum = (list, key) => list.reduce((total, one) => total + one[key], 0);

let [open, mostOpen, answered, failed] = [0, 0, 0, 0];
const reasons = new Map();

async function converse(session) {
  const messages = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const words = `Where is order ${session}-${turn}? ${"Please look into every depot. ".repeat(320)}`;
    messages.push({ role: "user", content: words });
    const { origin } = nodes[(session + turn) % NODES];
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    try {
      const answer = await agent.request({
        origin,
        path: "/v1/chat/completions",
        method: "POST",
        headers: { "content-type": "application/json", "x-plimsoll-session": `load-${session}` },
        body: JSON.stringify({ model: "m", stream: true, messages }),
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200 || !text.includes("[DONE]"))
        throw new Error(`status ${answer.statusCode}`);
      answered += 1;
    } catch (error) {
      failed += 1;
      reasons.set(error.message, (reasons.get(error.message) ?? 0) + 1);
    }
    open -= 1;
    messages.push({ role: "assistant", content: `Order ${session}-${turn} is in depot ${turn}.` });
  }
}

const before = await usage();
const started = performance.now();
let next = 0;
await Promise.all(
  Array.from({ length: STREAMS }, async () => {
    while (next < SESSIONS) await converse(next++);
  }),
);
const seconds = (performance.now() - started) / 1000;
const after = await usage();
// A node that is asked to end writes what is left first.
await Promise.all(
  nodes.map(({ child }) => {
    child.kill("SIGTERM");
    return once(child, "exit");
  }),
);
const loops = await Promise.all(
  nodes.map(async ({ loopFile }) => JSON.parse(await readFile(loopFile, "utf8"))),
);
const latest = (key) => Math.max(...loops.map((loop) => loop[key]));
const client = new pg.Client(database.url);
await client.connect();
const count = async (sql) => Number((await client.query(sql)).rows[0].n);
/** Questions of which no session of the store has a word. */
const lost =
  SESSIONS * TURNS -
  (await count(
    `SELECT count(DISTINCT q) AS n FROM plimsoll.entries e,
      LATERAL (SELECT (regexp_matches(e.data::text, 'Where is order ([0-9]+-[0-9]+)', 'g'))[1] AS q) found WHERE e.kind = 'item'`,
  ));
const rows = [
  ["sessions", SESSIONS],
  ["turns answered", answered],
  ["turns failed", failed],
  ["questions lost", lost],
  ["most streams open at once", mostOpen],
  ["sessions in the store", await count("SELECT count(*) AS n FROM plimsoll.sessions")],
  ["entries in the store", await count("SELECT count(*) AS n FROM plimsoll.entries")],
  ["compactions", await count("SELECT count(*) AS n FROM plimsoll.entries WHERE kind = 'compaction'")],
  [
    "processor time of the nodes per turn (ms)",
    (sum(after, "cpu") - sum(before, "cpu")) / Math.max(1, answered),
  ],
  ["memory of the nodes together (MB)", sum(after, "megabytes")],
  ["most memory of a node at any time (MB)", latest("most")],
  ["delay of the event loop, of this machine: median (ms)", latest("p50")],
  ["delay of the event loop, of this machine: 99th percentile (ms)", latest("p99")],
  ["delay of the event loop, of this machine: longest (ms)", latest("max")],
  ["turns per second (of this machine, with all that ran beside)", answered / seconds],
];
for (const [name, value] of rows) console.log(`${name}: ${Number(value.toFixed(2)).toLocaleString("en")}`);
for (const [reason, times] of reasons) console.log(`${times} × ${reason}`);
await client.end();
upstream.kill();
await database.stop();
await agent.close();
await rm(folder, { recursive: true, force: true });
process.exit(failed + lost === 0 ? 0 : 1);
