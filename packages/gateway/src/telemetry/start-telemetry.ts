import type { DiagAPI } from "@opentelemetry/api";
import { CompactError } from "plimsoll";
import type { Telemetry } from "./telemetry.js";

export interface TelemetryOptions {
  /** Its name in traces, unless `OTEL_SERVICE_NAME` or `OTEL_RESOURCE_ATTRIBUTES` has one. */
  readonly serviceName: string;
  /** Told once if what is sent does not arrive. */
  onTrouble?(message: string): void;
}

/**
 * Holds unless the environment says otherwise. An event is on its way after a tenth of a second, and a collector that does not
 * answer is given up after two. The arguments of the
 * process stay out of the resource: people put keys there.
 */
const DEFAULTS: Readonly<Record<string, string>> = {
  OTEL_TRACES_EXPORTER: "otlp",
  OTEL_METRICS_EXPORTER: "otlp",
  OTEL_LOGS_EXPORTER: "otlp",
  OTEL_BSP_SCHEDULE_DELAY: "100",
  OTEL_BLRP_SCHEDULE_DELAY: "100",
  OTEL_EXPORTER_OTLP_TIMEOUT: "2000",
  OTEL_NODE_RESOURCE_DETECTORS: "env,host,os",
};
const CLOSING_MS = 3000;
const SCOPE = "plimsoll";

/**
 * Starts the OpenTelemetry SDK as the usual `OTEL_*` variables of the process say. A collector that is down or slow
 * costs a run nothing: spans and records wait in bounded queues and are dropped when those are full.
 *
 * @throws CompactError `INVALID_CONFIG` if the SDK is not installed.
 */
export async function startTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { api, logs, plimsoll, sdk } = await loadPackages();
  for (const [name, value] of Object.entries(DEFAULTS)) process.env[name] ??= value;
  if (process.env["OTEL_LOG_LEVEL"] === undefined) tellTroubleOnce(api.diag, options);
  const running = new sdk.NodeSDK(isNamed() ? {} : { serviceName: options.serviceName });
  running.start();
  const { logRecordExporter } = await import("./log-record-exporter.js");
  const { tracedHandlers } = await import("./traced-handlers.js");
  return {
    exporters: [plimsoll.openTelemetryExporter(), logRecordExporter(logs.logs.getLogger(SCOPE))],
    traced: (handlers) => tracedHandlers(handlers, api.trace.getTracer(SCOPE)),
    close: () => withinTime(running.shutdown()),
  };
}

async function loadPackages() {
  try {
    const [api, logs, sdk, plimsoll] = await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/api-logs"),
      import("@opentelemetry/sdk-node"),
      import("plimsoll/opentelemetry"),
    ]);
    return { api, logs, sdk, plimsoll };
  } catch (cause) {
    throw new CompactError(
      "INVALID_CONFIG",
      'telemetry.exporter is "otlp", and the OpenTelemetry SDK cannot be loaded. Install it beside: ' +
        "npm install @opentelemetry/api@1.9 @opentelemetry/api-logs @opentelemetry/sdk-node",
      { details: { key: "telemetry.exporter", value: "otlp" }, cause },
    );
  }
}

function isNamed(): boolean {
  const { OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES = "" } = process.env;
  return Boolean(OTEL_SERVICE_NAME) || /(?:^|,)\s*service\.name=/.test(OTEL_RESOURCE_ATTRIBUTES);
}

/** The SDK tells its own troubles to nobody unless somebody listens. */
function tellTroubleOnce(diag: DiagAPI, { onTrouble }: TelemetryOptions): void {
  let isTold = false;
  const error = (message: string): void => {
    if (isTold) return;
    isTold = true;
    onTrouble?.(`OpenTelemetry cannot send what happens, and goes on trying: ${message.slice(0, 300)}`);
  };
  const silent = (): void => undefined;
  diag.setLogger({ error, warn: silent, info: silent, debug: silent, verbose: silent });
}

async function withinTime(task: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSING_MS);
  });
  await Promise.race([task.catch(() => undefined), patience]);
  clearTimeout(timer);
}
