/**
 * Compactions as OpenTelemetry spans and metrics.
 *
 * @module
 */

export { METRICS } from "./compaction-metrics.js";
export { openTelemetryExporter, type OpenTelemetryOptions } from "./open-telemetry-exporter.js";
