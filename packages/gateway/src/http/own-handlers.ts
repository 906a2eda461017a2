import type { GatewayMetrics } from "../metrics/gateway-metrics.js";
import { METRICS_CONTENT_TYPE } from "../metrics/metric-text.js";
import type { Handlers } from "./route-table.js";

export type ServerStatus = "starting" | "ready" | "draining";

export interface OwnHandlerOptions {
  readonly metrics: GatewayMetrics;
  status(): ServerStatus;
  /** Why requests cannot be served well now, although the server takes them; undefined if they can. */
  trouble?(): Promise<string | undefined>;
}

/** What the server says about itself. */
export function ownHandlers({ metrics, status, trouble }: OwnHandlerOptions): Handlers {
  return {
    "GET /healthz": async (_request, reply) => reply.json(200, { status: "ok" }),
    "GET /readyz": async (_request, reply) => {
      const found = status() === "ready" ? await trouble?.() : status();
      return reply.json(found === undefined ? 200 : 503, { status: found ?? "ready" });
    },
    "GET /metrics": async (_request, reply) =>
      reply.bytes(200, Buffer.from(metrics.text()), { "content-type": METRICS_CONTENT_TYPE }),
  };
}
