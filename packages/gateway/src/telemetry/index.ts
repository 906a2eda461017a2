/** OpenTelemetry for processes of our own: the gateway and the command line. @module */
export { startTelemetry, type TelemetryOptions } from "./start-telemetry.js";
export type { Telemetry } from "./telemetry.js";
