// A compaction through the gateway, against the same in the library and against forwarding the whole history once, in one run:
// node bench/gateway-compaction.mjs [--quick] [--json]
//
// Everything is in one process, so the ratios compare work, not machines; rounds alternate, and the median counts.
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { parseArgs } from "node:util";
import { CompactManager, responses } from "plimsoll";
import { createGateway, createServer, KeyRing, vendorByName } from "plimsoll-gateway";
import { WIDE_LIMITS } from "../scripts/clients/wide-limits.mjs";

const { values } = parseArgs({ options: { quick: { type: "boolean" }, json: { type: "boolean" } } });
const ROUNDS = values.quick ? 5 : 15;
const STEPS = values.quick ? 120 : 250;
/** The history takes well over half of it. */
const WINDOW = STEPS * 1_000;
const AT_ONCE = 10;

/** A session of work, in other words for every seed; no two are known to each other. */
function session(seed) {
  const steps = Array.from({ length: STEPS }, (_, step) => [
    {
      type: "function_call",
      call_id: `c${seed}_${step}`,
      name: "shell",
      arguments: JSON.stringify({ command: `cat src/part${step}/file${seed}.ts` }),
    },
    {
      type: "function_call_output",
      call_id: `c${seed}_${step}`,
      output: Array.from(
        { length: 40 },
        (_, line) => `export const value${line} = ${seed * 31 + step * 7 + line}; // checked`,
      ).join("\n"),
    },
  ]);
  return [
    {
      type: "message",
      role: "user",
      content: `Session ${seed}. Never touch config/prod.yaml. Fix the build.`,
    },
    ...steps.flat(),
    { type: "message", role: "user", content: "Go on." },
  ];
}

async function startUpstream() {
  const server = createHttpServer(async (incoming, outgoing) => {
    for await (const _ of incoming);
    const chunk = {
      id: "c",
      choices: [{ index: 0, delta: { role: "assistant", content: "Done." }, finish_reason: "stop" }],
    };
    outgoing.writeHead(200, { "content-type": "text/event-stream" });
    outgoing.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function startGateway(baseUrl) {
  const vendor = vendorByName("generic");
  const timeouts = { connectMs: 10_000, firstByteMs: 60_000, idleMs: 60_000 };
  const upstream = { name: "here", vendor, protocol: "chat", baseUrl, key: () => undefined, timeouts };
  const route = {
    model: "gpt-4.1",
    upstreamModel: "gpt-4.1",
    upstream,
    window: WINDOW,
    outputReserve: 4_000,
    policy: "auto",
    archive: "asked",
    webSearch: false,
    fallbacks: [],
  };
  const gateway = createGateway({ routes: { find: () => route, list: () => [route] }, limits: WIDE_LIMITS });
  const server = createServer({
    settings: {
      listen: { host: "127.0.0.1", port: 0, allowedHosts: [], allowedOrigins: [] },
      limits: WIDE_LIMITS,
    },
    keys: new KeyRing(undefined),
    handlers: gateway.handlers,
    log: { request: () => undefined, say: () => undefined },
  });
  const { url } = await server.listen();
  return { url, close: () => server.close().then(() => gateway.close()) };
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const median = (list) => list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)];

const upstream = await startUpstream();
const gateway = await startGateway(`http://127.0.0.1:${upstream.address().port}/v1`);
const post = async (input) => {
  const body = JSON.stringify({ model: "gpt-4.1", store: false, input });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${gateway.url}/v1/responses`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
};
const budget = Math.floor((WINDOW - 4_000) * 0.95);
const manager = new CompactManager({ model: "gpt-4.1", format: responses, exporters: [] });
const trigger = { type: "compaction_trigger" };
const rounds = { library: [], gateway: [], forward: [], together: [] };
let seed = 0;
for (let round = -2; round < ROUNDS; round++) {
  const [one, two, three] = [session(seed++), session(seed++), session(seed++)];
  const many = Array.from({ length: AT_ONCE }, () => session(seed++));
  const options = { maxContextTokens: budget, targetTokens: Math.floor(budget * 0.25) };
  const made = {
    library: await timed(() => manager.manualCompact(`s${round}`, one, options)),
    gateway: await timed(() => post([...two, trigger])),
    forward: await timed(() => post(three)),
    together: (await timed(() => Promise.all(many.map((items) => post([...items, trigger]))))) / AT_ONCE,
  };
  // The first rounds load and warm.
  if (round >= 0) for (const [name, milliseconds] of Object.entries(made)) rounds[name].push(milliseconds);
}
await manager.close();
await gateway.close();
upstream.close();

const of = Object.fromEntries(Object.entries(rounds).map(([name, list]) => [name, median(list)]));
const result = {
  items: STEPS * 2 + 2,
  library_ms: Math.round(of.library),
  gateway_ms: Math.round(of.gateway),
  forward_ms: Math.round(of.forward),
  gateway_to_library: Number((of.gateway / of.library).toFixed(2)),
  gateway_to_forward: Number((of.gateway / of.forward).toFixed(2)),
  each_of_ten_at_once_to_one: Number((of.together / of.gateway).toFixed(2)),
};
console.log(values.json ? JSON.stringify(result) : result);
