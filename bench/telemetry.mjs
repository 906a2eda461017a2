// How long an event takes to a real collector and through it: node bench/telemetry.mjs [--events 40]
//
// Each round sends one span to the collector by a plain request, and tells one event to the exporters of the gateway. Both go through the same
// collector to the same server. The collector sends on in batches of its own, so a door before it tells when an event is at the
// collector. Seconds are those of this machine; the ratio and the difference mean more. Linux on x64 only.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { startTelemetry } from "plimsoll-gateway/telemetry";

const { values } = parseArgs({ options: { events: { type: "string" } } });
const EVENTS = Number(values.events ?? 40);
const ROTEL = fileURLToPath(
  new URL("../node_modules/@streamfold/rotel-linux-x64/bin/rotel-agent", import.meta.url),
);
const folder = await mkdtemp(join(tmpdir(), "plimsoll-telemetry-"));

/** A server that tells when a name that is awaited arrives, and answers as `answer` does. */
async function watch(awaited, answer) {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const text = (request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString(
        "latin1",
      );
      for (const [name, arrived] of awaited) if (text.includes(name)) arrived(performance.now());
      answer({ request, response, body });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** Names that somebody waits for, behind the collector and at its door. */
const awaited = new Map();
const awaitedAtDoor = new Map();
const sink = await watch(awaited, ({ response }) =>
  response.writeHead(200, { "content-type": "application/x-protobuf" }).end(),
);

async function freePort() {
  const probe = createTcpServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  return port;
}

const [grpc, http] = [await freePort(), await freePort()];
const url = `http://127.0.0.1:${http}`;
const options = {
  "pid-file": join(folder, "rotel.pid"),
  "log-file": join(folder, "rotel.log"),
  "otlp-grpc-endpoint": `127.0.0.1:${grpc}`,
  "otlp-http-endpoint": `127.0.0.1:${http}`,
  exporter: "otlp",
  "otlp-exporter-endpoint": `http://127.0.0.1:${sink.address().port}`,
  "otlp-exporter-protocol": "http",
};
const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
const collector = spawn(ROTEL, ["start", ...words], { stdio: "ignore" });
while (!(await fetch(`${url}/v1/traces`, { method: "POST" }).catch(() => undefined)));
const door = await watch(awaitedAtDoor, async ({ request, response, body }) => {
  const { "content-type": type = "", "content-encoding": encoding } = request.headers;
  const headers = {
    "content-type": type,
    ...(encoding === undefined ? {} : { "content-encoding": encoding }),
  };
  const answer = await fetch(`${url}${request.url}`, { method: "POST", headers, body });
  response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
});
process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${door.address().port}`;
const telemetry = await startTelemetry({ serviceName: "bench", onTrouble: (text) => console.error(text) });

let sent = 0;
/** Milliseconds until what `send` sends under a new name has arrived. */
async function timed(send, names = awaited) {
  const name = `bench-event-${(sent += 1)}-`;
  const arrived = new Promise((resolve) => names.set(name, resolve));
  const started = performance.now();
  await send(name);
  const end = await arrived;
  names.delete(name);
  return end - started;
}

const bare = (name) =>
  fetch(`${url}/v1/logs`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      resourceLogs: [
        { resource: {}, scopeLogs: [{ scope: {}, logRecords: [{ body: { stringValue: name } }] }] },
      ],
    }),
  });
const told = (name) => {
  const event = {
    event: "compact.part_failed",
    severity: "warning",
    model: "m",
    part: "bench",
    reason: name,
  };
  for (const exporter of telemetry.exporters)
    exporter.export({ ...event, ts: new Date().toISOString(), session_id: "s" });
};
const times = { bare: [], told: [], door: [] };
for (let round = 0; round < EVENTS; round += 1) {
  times.bare.push(await timed(bare));
  times.told.push(await timed(told));
  times.door.push(await timed(told, awaitedAtDoor));
}
const at = (list, share) => list.toSorted((one, other) => one - other)[Math.floor((list.length - 1) * share)];
for (const [name, list] of Object.entries({
  "a plain request, through the collector": times.bare,
  "an event, through the collector": times.told,
  "an event, at the collector": times.door,
}))
  console.log(
    `${name}: ${at(list, 0.5).toFixed(0)} ms at the median, ${at(list, 0.95).toFixed(0)} at the 95th percentile, ${at(list, 1).toFixed(0)} at most`,
  );
console.log(`ratio of the medians: ${(at(times.told, 0.5) / at(times.bare, 0.5)).toFixed(2)}`);
console.log(
  `what the exporters add at the median: ${(at(times.told, 0.5) - at(times.bare, 0.5)).toFixed(0)} ms`,
);
await telemetry.close();
collector.kill("SIGKILL");
for (const server of [door, sink]) server.closeAllConnections();
for (const server of [door, sink]) server.close();
await rm(folder, { recursive: true, force: true });
process.exit(0);
