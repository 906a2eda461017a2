// The gateway in front of the same upstream, as a program of its own.
import { collectGarbageRarely, createGateway, createServer, KeyRing, vendorByName } from "plimsoll-gateway";

// As `compactctl serve` does.
collectGarbageRarely();

const route = {
  model: "m",
  upstreamModel: "m",
  upstream: {
    name: "bench",
    vendor: vendorByName("generic"),
    protocol: "chat",
    baseUrl: `${process.env["UPSTREAM"]}/v1`,
    key: () => undefined,
    timeouts: { connectMs: 10_000, firstByteMs: 300_000, idleMs: 300_000 },
  },
  window: 2_000_000,
  outputReserve: 4_000,
  policy: "auto",
  archive: "asked",
  webSearch: false,
  fallbacks: [],
};
const limits = {
  bodyBytes: 256e6,
  compressedBodyBytes: 256e6,
  bufferedBytes: 4e9,
  jsonDepth: 200,
  jsonItems: 5e6,
  requestsPerMinute: 0,
  streamsPerKey: 10_000,
  connections: 10_000,
  headerMs: 60_000,
  bodyMs: 60_000,
  keepAliveMs: 60_000,
  stallMs: 60_000,
  totalMs: 0,
  drainMs: 1_000,
};
/** The same upstream with a window in which large sessions are compacted. */
const small = { ...route, model: "small", upstreamModel: "small", window: 200_000 };
const gateway = createGateway({
  routes: { find: (model) => (model === "small" ? small : route), list: () => [route, small] },
  limits,
});
const server = createServer({
  settings: { listen: { host: "127.0.0.1", port: 0, allowedHosts: [], allowedOrigins: [] }, limits },
  keys: new KeyRing(undefined),
  handlers: gateway.handlers,
  log: { request: () => undefined, say: () => undefined },
});
await gateway.warmUp();
const { port } = await server.listen();
process.send?.({ port });
process.on("SIGINT", () => process.exit());
process.on("message", () => process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage().rss }));
