// Capacity on paper: node bench/capacity.mjs [--sessions 100000] [--nodes 80] [--set name=value …]
//
// First the arithmetic: what a fleet needs of each resource, and which one is full first. Then a simulation of one node, event by event,
// for what arithmetic cannot say: how long requests wait where arrivals are random. Every parameter has its source beside it;
// replace those that you have measured.
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    sessions: { type: "string" },
    nodes: { type: "string" },
    set: { type: "string", multiple: true },
    json: { type: "boolean" },
  },
});

/** [value, where it comes from] */
const PARAMETERS = {
  sessions: [Number(values.sessions ?? 100_000), "the question"],
  nodes: [Number(values.nodes ?? 80), "the fleet; one process, one core each"],
  turnSeconds: [60, "a session sends a request so often: agents at work, people beside them"],
  answerSeconds: [15, "so long an answer streams"],
  turnsPerCompaction: [25, "requests of a session between two compactions"],
  preparedShare: [0.9, "compactions that were prepared ahead, so that no request waits for them"],
  cpuTurnMs: [12, "processor time of a request: bench/gateway-load.mjs, bench/gateway.mjs"],
  cpuChunkMs: [0.05, "processor time of a chunk: bench/gateway.mjs"],
  chunksPerAnswer: [300, "of a streamed answer"],
  cpuCompactionMs: [
    250,
    "processor time of a compaction of 100,000 tokens: npm run bench -- --only compaction",
  ],
  summarySeconds: [20, "so long a model writes a summary"],
  statementsPerTurn: [9, "lock, revision twice, look for a job, limits twice, entries, end of lock"],
  statementMs: [0.2, "processor time of the database for one: parts of bench/databases.mjs"],
  databaseCores: [16, "of the PostgreSQL server"],
  connectionsPerNode: [26, "store 10, locks 1 and 10 that wait, jobs and limits 5"],
  databaseConnections: [500, "max_connections; more need a pooler"],
  bytesPerTurn: [12_000, "what a turn adds to the archive, two to three times what was said"],
  databaseBytesPerSecond: [200e6, "sequential writes with the log, of the server's disks"],
  memoryNodeMB: [200, "of a node that does nothing: docs/benchmarks.md"],
  memoryStreamKB: [120, "of an open stream"],
  memorySessionKB: [950, "of a session that a node remembers: bench/gateway-load.mjs, at the highest"],
  rememberedSessions: [1024, "maxConversations of a tenant and API; 64 tenants on a node"],
  tenants: [64, "on a node"],
  memoryLimitMB: [4096, "of a node"],
};
const p = Object.fromEntries(Object.entries(PARAMETERS).map(([name, [value]]) => [name, value]));
for (const pair of values.set ?? []) {
  const [name, value] = pair.split("=");
  if (!(name in p) || !Number.isFinite(Number(value))) throw new Error(`No parameter ${pair}.`);
  p[name] = Number(value);
}

const turns = p.sessions / p.turnSeconds;
const compactions = turns / p.turnsPerCompaction;
const inline = compactions * (1 - p.preparedShare);
const streams = turns * p.answerSeconds;
const cpuPerTurn = p.cpuTurnMs + p.cpuChunkMs * p.chunksPerAnswer;
const remembered = Math.min(p.sessions / p.nodes, p.rememberedSessions * p.tenants);

/** Share of each resource that is used. 1 is full. */
const RESOURCES = [
  [
    "processor of the nodes",
    (turns * cpuPerTurn + compactions * p.cpuCompactionMs) / 1000 / p.nodes,
    "nodes: each adds a core",
  ],
  [
    "processor of the database",
    (turns * p.statementsPerTurn * p.statementMs) / 1000 / p.databaseCores,
    "cores; sessions that stay at a node read less",
  ],
  ["connections of the database", (p.nodes * p.connectionsPerNode) / p.databaseConnections, "a pooler"],
  [
    "disk of the database",
    (turns * p.bytesPerTurn) / p.databaseBytesPerSecond,
    "payloads in S3; a second database by tenant",
  ],
  [
    "memory of a node",
    (p.memoryNodeMB +
      (streams / p.nodes) * (p.memoryStreamKB / 1024) +
      remembered * (p.memorySessionKB / 1024)) /
      p.memoryLimitMB,
    "nodes; fewer remembered conversations",
  ],
].sort((one, other) => other[1] - one[1]);

/** The earliest event first. */
class Agenda {
  #heap = [];
  add(at, what) {
    const heap = this.#heap;
    heap.push([at, what]);
    for (let i = heap.length - 1; i > 0; ) {
      const parent = (i - 1) >> 1;
      if (heap[parent][0] <= heap[i][0]) break;
      [heap[parent], heap[i]] = [heap[i], heap[parent]];
      i = parent;
    }
  }
  next() {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0) return first;
    heap[0] = last;
    for (let i = 0; ; ) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < heap.length && heap[child][0] < heap[least][0]) least = child;
      if (least === i) return first;
      [heap[least], heap[i]] = [heap[i], heap[least]];
      i = least;
    }
  }
}

/** A generator of Park and Miller, so that a run can be repeated. */
function random(seed) {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** One node for ten minutes: how long requests wait for its processor. */
function simulate(nodes) {
  const chance = random(18);
  const after = (mean) => -Math.log(1 - chance()) * mean;
  const agenda = new Agenda();
  const END = 600;
  const waits = [];
  let cpuFree = 0;
  agenda.add(after(nodes / turns), "arrival");
  for (;;) {
    const [now, what] = agenda.next();
    if (now > END) break;
    if (what === "arrival") agenda.add(now + after(nodes / turns), "arrival");
    const isCompacted = what === "arrival" && chance() < 1 / p.turnsPerCompaction;
    const isInline = isCompacted && chance() > p.preparedShare;
    // A prepared compaction costs the same processor time, only not in the request that uses it.
    if (isCompacted && !isInline) agenda.add(now + after(p.turnSeconds / 2), "preparing");
    const cost = what === "preparing" ? p.cpuCompactionMs : cpuPerTurn + (isInline ? p.cpuCompactionMs : 0);
    const starts = Math.max(now, cpuFree);
    cpuFree = starts + cost / 1000;
    if (what === "arrival") waits.push(starts - now);
  }
  const at = (list, share) =>
    list.sort((one, other) => one - other)[Math.min(list.length - 1, Math.floor(list.length * share))] * 1000;
  return {
    requests: waits.length,
    processorP50: at(waits, 0.5),
    processorP99: at(waits, 0.99),
  };
}

const [first] = RESOURCES;
const result = {
  parameters: p,
  perSecond: { turns, compactions, inline, streams },
  resources: RESOURCES.map(([name, share, moves]) => ({ name, share, moves })),
  first: first[0],
  simulated: [0.5, 1, 2].map((factor) => {
    const nodes = Math.max(1, Math.round(p.nodes * factor));
    return { nodes, ...simulate(nodes) };
  }),
};
if (values.json) console.log(JSON.stringify(result, null, 2));
else {
  const round = (value) => Number(value.toPrecision(3)).toLocaleString("en");
  console.log(
    `${round(p.sessions)} sessions: ${round(turns)} turns a second, ${round(streams)} open streams, ${round(compactions)} compactions a second, of which ${round(inline)} keep a request waiting`,
  );
  for (const { name, share, moves } of result.resources)
    console.log(`${(share * 100).toFixed(0).padStart(4)} %  ${name.padEnd(34)} moved by: ${moves}`);
  for (const row of result.simulated)
    console.log(
      `${row.nodes} nodes: a request waits ${round(row.processorP50)} ms for the processor (p50), ${round(row.processorP99)} (p99)`,
    );
}
