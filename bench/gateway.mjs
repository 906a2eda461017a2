// The gateway against a bare proxy on the same framework, client and upstream, in one run: node bench/gateway.mjs [--quick] [--memory]
//
// Three processes beside this one: a scripted upstream, a proxy that only passes bytes, and the gateway. Every number is a ratio
// to the bare proxy in the same run; rounds alternate, and the median counts. Processor time is the second witness: it says the
// same on a machine that has other work. `--memory` sends 100,000 requests and nothing else, or as many as `--requests` says.
//
// A proxy serves for days, and Node compiles what it runs often in its first thousands of requests: the gateway has more of it, and needs
// a second longer. Both are measured after that. The rows "of a new process" say what a request costs before.
//
// Of the chunks there are three rows. "All streams begin at once" is the start of 16 streams in the same moment, again and again,
// because they end together too: what a chunk waits for is the other starts. "Streams begin one after another" is what a stream
// sees of others in the course of a day. "While a session of 500,000 tokens is compacted" is the worst that one client can do to
// the others; it is compared with the gateway without that compaction.
import { fork } from "node:child_process";
import { parseArgs } from "node:util";
import { Agent } from "undici";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean" },
    memory: { type: "boolean" },
    requests: { type: "string" },
    json: { type: "boolean" },
  },
});
const ROUNDS = values.quick ? 12 : 28;
/** The first requests of a process are slower in both. */
const WARM_UP = values.quick ? 20 : 100;
/** As many as `ROUNDS` behind these few are the rows of a new process. */
const FIRST_OF_A_PROCESS = 12;
const WARM_UP_STREAMS = values.quick ? 500 : 3_000;
const agent = new Agent({ connections: null, headersTimeout: 0, bodyTimeout: 0 });

function start(file, env) {
  const child = fork(new URL(`gateway/${file}.mjs`, import.meta.url), { env: { ...process.env, ...env } });
  return new Promise((resolve) => {
    child.once("message", ({ port }) => resolve({ child, origin: `http://127.0.0.1:${port}` }));
  });
}

const ask = ({ child }) =>
  new Promise((resolve) => {
    child.once("message", resolve);
    child.send("usage");
  });

const WORDS = "the release of the harbour plan was checked again and every part of it was in order ".split(
  " ",
);

/** A conversation of about this many tokens, in messages of 400 words. */
function history(tokens, seed) {
  const messages = [];
  for (let count = 0; count < tokens; count += 400) {
    const words = Array.from({ length: 400 }, (_, index) => WORDS[(index * 7 + count + seed) % WORDS.length]);
    messages.push({ role: messages.length % 2 === 0 ? "user" : "assistant", content: words.join(" ") });
  }
  return [...messages, { role: "user", content: `Go on ${seed}.` }];
}

/** One streamed request: milliseconds to its first chunk and to its end, and how late each chunk came. */
async function stream(origin, body) {
  const started = performance.now();
  const answer = await agent.request({
    origin,
    path: "/v1/chat/completions",
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  let first;
  const delays = [];
  let text = "";
  for await (const part of answer.body) {
    first ??= performance.now() - started;
    const now = process.hrtime.bigint();
    text = part.toString();
    for (const [, sent] of text.matchAll(/"content":"(\d+) "/g))
      delays.push(Number(now - BigInt(sent)) / 1e6);
  }
  if (answer.statusCode !== 200) throw new Error(`status ${answer.statusCode}: ${text.slice(0, 200)}`);
  return { first, total: performance.now() - started, delays };
}

const at = (numbers, share) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];

/** Milliseconds of processor time. */
const cpuOf = ({ cpu }) => (cpu.user + cpu.system) / 1e3;

async function firstBytes(servers, tokens, warmUp = WARM_UP) {
  const taken = { bare: [], gateway: [] };
  const before = {};
  for (let round = 0; round < warmUp + ROUNDS; round++) {
    if (round === warmUp) for (const name of Object.keys(taken)) before[name] = await ask(servers[name]);
    for (const name of ["bare", "gateway"]) {
      // The conversation grows by one turn, as a client's does.
      const body = JSON.stringify({
        model: "m",
        stream: true,
        messages: [
          ...history(tokens, 1),
          ...Array.from({ length: round }, (_, turn) => [
            { role: "assistant", content: `Yes ${turn}.` },
            { role: "user", content: `And ${turn}?` },
          ]).flat(),
        ],
      });
      taken[name].push((await stream(servers[name].origin, body)).first);
    }
  }
  const medians = Object.fromEntries(
    Object.entries(taken).map(([name, all]) => [name, at(all.slice(warmUp), 0.5)]),
  );
  const cpu = {};
  for (const name of Object.keys(taken))
    cpu[name] = (cpuOf(await ask(servers[name])) - cpuOf(before[name])) / ROUNDS;
  return { ...medians, ratio: medians.gateway / medians.bare, cpu };
}

const SHORT = JSON.stringify({ model: "m", stream: true, messages: history(400, 3) });

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** @param apartMs so long after another the first streams begin @param until asked before each stream; false: no more */
async function many(server, count, { parallel, bodyOf = () => SHORT, apartMs = 0, until = () => true }) {
  const before = await ask(server);
  const started = performance.now();
  const delays = [];
  let left = count;
  let failed = 0;
  await Promise.all(
    Array.from({ length: parallel }, async (_, number) => {
      if (apartMs > 0) await pause(number * apartMs);
      while (until() && left-- > 0) {
        const done = await stream(server.origin, bodyOf(left)).catch(() => undefined);
        if (done) delays.push(...done.delays);
        else failed++;
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const after = await ask(server);
  const cpu = cpuOf(after) - cpuOf(before);
  return {
    perSecond: count / seconds,
    p50: at(delays, 0.5),
    p99: at(delays, 0.99),
    worst: at(delays, 1),
    cpuPerChunk: cpu / Math.max(1, delays.length),
    failed,
    memory: after.memory / 1e6,
  };
}

/** A session of tool calls and their outputs, of about this many tokens. */
function work(tokens) {
  const messages = [];
  for (let turn = 0; turn * 2_200 < tokens; turn++)
    messages.push(
      { role: "user", content: `Step ${turn}: never change src/file${turn}.ts before ${WORDS.join(" ")}.` },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          {
            id: `call_${turn}`,
            type: "function",
            function: { name: "bash", arguments: JSON.stringify({ command: `npm test ${turn}` }) },
          },
        ],
      },
      {
        role: "tool",
        tool_call_id: `call_${turn}`,
        content: Array.from(
          { length: 110 },
          (_, line) =>
            `line ${line} of ${turn}: ${WORDS[(line * 3 + turn) % WORDS.length]} src/file${line}.ts:${turn} ${line % 40 === 0 ? "Error: failed to open" : "ok"}`,
        ).join("\n"),
      },
    );
  return [...messages, { role: "user", content: "Go on." }];
}

/** Streams of others while a large session is compacted, and the same streams without that. */
async function duringCompaction(server) {
  const others = { parallel: 8, apartMs: 13 };
  await many(server, 16, others);
  const without = await many(server, 60, others);
  const body = JSON.stringify({ model: "small", stream: true, messages: work(500_000) });
  let isCompacting = true;
  const compaction = stream(server.origin, body).finally(() => {
    isCompacting = false;
  });
  const during = await many(server, Number.POSITIVE_INFINITY, { ...others, until: () => isCompacting });
  return { without, during, seconds: (await compaction).first / 1000 };
}

/** 100,000 requests, each the first of a conversation of its own. */
async function memoryOverTime(requests) {
  const upstream = await start("upstream", { CHUNKS: "1", GAP_MS: "0" });
  const server = await start("gateway", { UPSTREAM: upstream.origin });
  const step = Math.ceil(requests / 10);
  for (let sent = step; sent <= requests; sent += step) {
    const { memory, failed } = await many(server, step, {
      parallel: 32,
      bodyOf: (left) =>
        JSON.stringify({
          model: "m",
          stream: true,
          messages: [{ role: "user", content: `${sent} ${left}` }],
        }),
    });
    console.log(`${sent} requests: ${memory.toFixed(0)} MB, ${failed} failed`);
  }
  for (const { child } of [upstream, server]) child.kill();
  await agent.close();
}

if (values.memory) {
  await memoryOverTime(Number(values.requests ?? 100_000));
  process.exit();
}

const upstream = await start("upstream", { CHUNKS: "50", GAP_MS: "2" });
const held = await start("upstream", { CHUNKS: "20", GAP_MS: "200" });
const servers = {
  bare: await start("bare-proxy", { UPSTREAM: upstream.origin }),
  gateway: await start("gateway", { UPSTREAM: upstream.origin }),
};
const holding = {
  bare: await start("bare-proxy", { UPSTREAM: held.origin }),
  gateway: await start("gateway", { UPSTREAM: held.origin }),
};

const rows = [];
const early = await firstBytes(servers, 100_000, FIRST_OF_A_PROCESS);
rows.push(["first byte, 100,000 tokens, of a new process (ms)", early.bare, early.gateway, early.ratio]);
for (const server of Object.values(servers)) await many(server, WARM_UP_STREAMS, { parallel: 16 });
for (const tokens of values.quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000]) {
  const { bare, gateway, ratio, cpu } = await firstBytes(servers, tokens);
  const size = `${tokens.toLocaleString("en")} tokens of history`;
  rows.push([`first byte, ${size} (ms)`, bare, gateway, ratio]);
  rows.push([`processor time of a request, ${size} (ms)`, cpu.bare, cpu.gateway, cpu.gateway / cpu.bare]);
}
const loads = [];
for (let round = 0; round < 3; round++)
  loads.push({
    bare: await many(servers.bare, 300, { parallel: 16 }),
    gateway: await many(servers.gateway, 300, { parallel: 16 }),
    bareApart: await many(servers.bare, 300, { parallel: 16, apartMs: 7 }),
    gatewayApart: await many(servers.gateway, 300, { parallel: 16, apartMs: 7 }),
  });
for (const [key, title, when = ""] of [
  ["perSecond", "streams per second"],
  ["p50", "chunk p50, all streams begin at once (ms)"],
  ["p99", "chunk p99, all streams begin at once (ms)"],
  ["p50", "chunk p50, streams begin one after another (ms)", "Apart"],
  ["p99", "chunk p99, streams begin one after another (ms)", "Apart"],
  ["cpuPerChunk", "processor time per chunk (ms)"],
]) {
  const [bare, gateway] = ["bare", "gateway"].map((name) =>
    at(
      loads.map((load) => load[`${name}${when}`][key]),
      0.5,
    ),
  );
  rows.push([title, bare, gateway, gateway / bare]);
}
const { without, during, seconds } = await duringCompaction(servers.gateway);
for (const key of ["p50", "p99", "worst"])
  rows.push([
    `chunk ${key} of others, without and during the compaction of 500,000 tokens in ${seconds.toFixed(1)} s (ms)`,
    without[key],
    during[key],
    during[key] / without[key],
  ]);
const open = {
  bare: await many(holding.bare, 1_000, { parallel: 1_000 }),
  gateway: await many(holding.gateway, 1_000, { parallel: 1_000 }),
};
rows.push(["1,000 streams at once: failed", open.bare.failed, open.gateway.failed, undefined]);
rows.push([
  "1,000 streams at once: memory (MB)",
  open.bare.memory,
  open.gateway.memory,
  open.gateway.memory / open.bare.memory,
]);

const shown = (value) => (value === undefined ? "" : value >= 100 ? value.toFixed(0) : value.toFixed(2));
console.log(
  values.json
    ? JSON.stringify(rows)
    : [
        "| | bare proxy | gateway | ratio |",
        "|---|---|---|---|",
        ...rows.map(([title, ...numbers]) => `| ${title} | ${numbers.map(shown).join(" | ")} |`),
      ].join("\n"),
);
for (const { child } of [upstream, held, ...Object.values(servers), ...Object.values(holding)]) child.kill();
await agent.close();
