// How long an event takes to a real collector and through it: node bench/telemetry.mjs [--events 40]
//
// Each round sends one span to the collector by a plain request, and tells one event to the exporters of the gateway. Both go through the same
// collector to the same server. Seconds are those of this machine; the ratio and the difference mean more. Linux on x64 only.
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

/** Names that somebody waits for. */
const awaited = new Map();
const sink = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks);
    const text = (request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString(
      "latin1",
    );
    for (const [name, arrived] of awaited) if (text.includes(name)) arrived(performance.now());
    response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  });
}).listen(0, "127.0.0.1");
await once(sink, "listening");

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
process.env.OTEL_EXPORTER_OTLP_ENDPOINT = url;
const telemetry = await startTelemetry({ serviceName: "bench", onTrouble: (text) => console.error(text) });

let sent = 0;
/** Milliseconds until what `send` sends under a new name has arrived. */
async function timed(send) {
  const name = `bench-event-${(sent += 1)}-`;
  const arrived = new Promise((resolve) => awaited.set(name, resolve));
  const started = performance.now();
  await send(name);
  const end = await arrived;
  awaited.delete(name);
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
const times = { bare: [], told: [] };
for (let round = 0; round < EVENTS; round += 1) {
  times.bare.push(await timed(bare));
  times.told.push(await timed(told));
}
const at = (list, share) => list.toSorted((one, other) => one - other)[Math.floor((list.length - 1) * share)];
for (const [name, list] of Object.entries({ "a plain request": times.bare, "an event": times.told }))
  console.log(
    `${name}, through the collector: ${at(list, 0.5).toFixed(0)} ms at the median, ${at(list, 0.95).toFixed(0)} at the 95th percentile, ${at(list, 1).toFixed(0)} at most`,
  );
console.log(`ratio of the medians: ${(at(times.told, 0.5) / at(times.bare, 0.5)).toFixed(2)}`);
console.log(
  `what the exporters add at the median: ${(at(times.told, 0.5) - at(times.bare, 0.5)).toFixed(0)} ms`,
);
await telemetry.close();
collector.kill("SIGKILL");
sink.closeAllConnections();
sink.close();
await rm(folder, { recursive: true, force: true });
process.exit(0);
