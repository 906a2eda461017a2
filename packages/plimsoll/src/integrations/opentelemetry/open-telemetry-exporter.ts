import { type Meter, metrics, trace, type Tracer } from "@opentelemetry/api";
import type { Exporter } from "../../events/exporter.js";
import { checkedOptions } from "../../validation/checked-options.js";
import { methodsShape } from "../../validation/methods-shape.js";
import { CompactionMetrics } from "./compaction-metrics.js";
import { CompactionSpans } from "./compaction-spans.js";

export interface OpenTelemetryOptions {
  /** @default the global one, under the name "plimsoll" */
  readonly tracer?: Tracer;
  /** @default the global one, under the name "plimsoll" */
  readonly meter?: Meter;
}

const SCOPE = "plimsoll";

const OPTIONS = {
  tracer: methodsShape("a tracer", "startSpan"),
  meter: methodsShape("a meter", "createCounter", "createHistogram"),
} as const;

/**
 * Tells events to OpenTelemetry: a compaction is a span with its events inside, and tokens, durations, refusals and
 * degradations are metrics. Speaks only `@opentelemetry/api`; without an SDK it costs nothing and tells nobody.
 */
export function openTelemetryExporter(given?: OpenTelemetryOptions): Exporter {
  const options = checkedOptions<OpenTelemetryOptions>(given, {
    what: "openTelemetryExporter",
    code: "INVALID_CONFIG",
    fields: OPTIONS,
  });
  const spans = new CompactionSpans(options.tracer ?? trace.getTracer(SCOPE));
  const counted = new CompactionMetrics(options.meter ?? metrics.getMeter(SCOPE));
  return {
    name: "opentelemetry",
    export(event) {
      counted.take(event, spans.take(event));
    },
    async close() {
      spans.close();
    },
  };
}
