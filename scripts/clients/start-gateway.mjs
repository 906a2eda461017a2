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

const MESSAGES = "POST /v1/messages";

/** Handlers that see every request of an agent with these edits of its context. */
function editing(handlers, edits) {
  const handler = handlers[MESSAGES];
  const edited = (request, reply) => {
    const { constructor: Body, whole } = request.body;
    const body = JSON.parse(whole.toString("utf8"));
    // A request for a title or the like is left alone.
    if (!(body.tools?.length > 0)) return handler(request, reply);
    const given = body.context_management?.edits ?? [];
    const changed = { ...body, context_management: { edits: [...given, ...edits] } };
    return handler({ ...request, body: new Body([Buffer.from(JSON.stringify(changed))]) }, reply);
  };
  return { ...handlers, [MESSAGES]: edited };
}

/**
 * @param routes the first also stands for every model that no other names
 * @param edits edits of the context that clients of the Messages API are made to ask for
 */
export async function startGateway(routes, say = () => undefined, edits = []) {
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
    handlers: edits.length === 0 ? gateway.handlers : editing(gateway.handlers, edits),
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
