import { UpstreamClient } from "../upstream/upstream-client.js";
import { checkUpstream, type UpstreamCheck } from "./check-upstream.js";
import { configuredRoutes } from "./configured-routes.js";
import { type ConfigurationSource, loadConfiguration } from "./load-configuration.js";

const PATIENCE_MS = 60_000;

/** Checks every way that the configuration names, one after the other, each model of an upstream once. */
export async function examineUpstreams(
  source: ConfigurationSource,
  signal: AbortSignal,
): Promise<UpstreamCheck[]> {
  const { gateway, library } = await loadConfiguration(source);
  const routes = configuredRoutes(gateway, library.models, source).list();
  const distinct = new Map(
    routes.map((route) => [JSON.stringify([route.upstream.name, route.upstreamModel]), route]),
  );
  const client = new UpstreamClient();
  const checks: UpstreamCheck[] = [];
  try {
    for (const route of distinct.values()) {
      const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
      checks.push(await checkUpstream(route, client, patience));
      signal.throwIfAborted();
    }
  } finally {
    await client.close();
  }
  return checks;
}
