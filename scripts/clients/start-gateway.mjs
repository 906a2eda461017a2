// A gateway on a free port of loopback, as a configuration would make it, with what it logged.
import { createGateway, createServer, KeyRing, vendorByName } from "plimsoll-gateway";
import { WIDE_LIMITS } from "./wide-limits.mjs";

function routeOf({ vendor: name, protocol, baseUrl, timeouts, ...given }) {
  const vendor = vendorByName(name);
  return {
    upstreamModel: given.model,
    window: 128_000,
    outputReserve: 4_000,
    policy: "auto",
    archive: "asked",
    webSearch: false,
    fallbacks: [],
    ...given,
    upstream: {
      name,
      vendor,
      protocol: protocol ?? vendor.protocols[0],
      baseUrl,
      key: () => "key",
      timeouts: { connectMs: 10_000, firstByteMs: 120_000, idleMs: 120_000, ...timeouts },
    },
  };
}

/** @param routes the first also stands for every model that no other names */
export async function startGateway(routes, say = () => undefined) {
  const made = routes.map(routeOf);
  const records = [];
  const gateway = createGateway({
    routes: { find: (model) => made.find((route) => route.model === model) ?? made[0], list: () => made },
    limits: WIDE_LIMITS,
  });
  const server = createServer({
    settings: {
      listen: { host: "127.0.0.1", port: 0, allowedHosts: [], allowedOrigins: [] },
      limits: WIDE_LIMITS,
    },
    keys: new KeyRing(undefined),
    handlers: gateway.handlers,
    log: { request: (record) => records.push(record), say },
  });
  const { url } = await server.listen();
  return {
    url,
    records,
    async close() {
      await server.close();
      await gateway.close();
    },
  };
}
