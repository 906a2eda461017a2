import type { Exporter } from "plimsoll";
import type { Handlers } from "../http/route-table.js";

/** A running OpenTelemetry SDK, and what tells it what happens. */
export interface Telemetry {
  /** For managers: compactions as spans, metrics and log records. */
  readonly exporters: readonly Exporter[];
  /** The same handlers, each request a span whose parent is the client's. */
  traced(handlers: Handlers): Handlers;
  /** Sends what is left, for at most a few seconds. Never rejects. */
  close(): Promise<void>;
}
