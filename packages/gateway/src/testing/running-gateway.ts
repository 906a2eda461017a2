import { onTestFinished } from "vitest";
import { createGateway, type GatewayOptions } from "../create-gateway.js";
import type { KeyRing } from "../keys/key-ring.js";
import type { ProtocolName } from "../protocols/protocol-name.js";
import type { Route, Routes } from "../routes/route.js";
import { DEFAULT_LIMITS } from "../settings/gateway-settings.js";
import { vendorByName } from "../vendors/vendors.js";
import { type RunningServer, runServer } from "./running-server.js";

export interface TestRoute extends Partial<Omit<Route, "upstream" | "fallbacks">> {
  readonly model: string;
  readonly vendor: string;
  /** @default the vendor's first */
  readonly protocol?: ProtocolName;
  readonly baseUrl: string;
  readonly key?: string;
  readonly fallbacks?: readonly TestRoute[];
}

/** A route as a configuration would make it. */
export function testRoute(options: TestRoute): Route {
  const { vendor: name, baseUrl, key, fallbacks = [], protocol: chosen, ...route } = options;
  const vendor = vendorByName(name);
  if (!vendor) throw new Error(`There is no vendor ${name}.`);
  const protocol = chosen ?? vendor.protocols[0] ?? "chat";
  return {
    upstreamModel: route.model,
    window: 128_000,
    outputReserve: 4_000,
    policy: "auto",
    archive: "asked",
    webSearch: false,
    summarizer: "configured",
    ...route,
    upstream: {
      name,
      vendor,
      protocol,
      baseUrl,
      key: () => key,
      timeouts: { connectMs: 10_000, firstByteMs: 300_000, idleMs: 300_000 },
    },
    fallbacks: fallbacks.map(testRoute),
  };
}

export interface RunningGateway extends RunningServer {
  /** For a client of OpenAI's. */
  readonly baseURL: string;
}

export interface RunningGatewayOptions extends Partial<Omit<GatewayOptions, "routes">> {
  readonly routes: readonly Route[];
  readonly keys?: KeyRing;
}

/** A gateway on loopback, which ends with the test. */
export async function runGateway({
  routes,
  keys,
  ...options
}: RunningGatewayOptions): Promise<RunningGateway> {
  const byName = new Map(routes.map((route) => [route.model, route]));
  const table: Routes = { find: (model) => byName.get(model), list: () => routes };
  const gateway = createGateway({ limits: DEFAULT_LIMITS, ...options, routes: table });
  onTestFinished(() => gateway.close());
  const running = await runServer({ handlers: gateway.handlers, ...(keys ? { keys } : {}) });
  return { ...running, baseURL: `http://127.0.0.1:${running.port}/v1` };
}
