import type { Exporter } from "plimsoll";
import type { Settings } from "plimsoll/node";
import type { CommandContext } from "../command-context.js";

/** Runs a task with the exporters of OpenTelemetry, if the settings name it, and sends what is left at the end. */
export async function withTelemetry<T>(
  { telemetry }: Settings,
  { output }: CommandContext,
  task: (exporters: readonly Exporter[]) => Promise<T>,
): Promise<T> {
  if (telemetry.exporter !== "otlp") return task([]);
  const { startTelemetry } = await import("plimsoll-gateway/telemetry");
  const running = await startTelemetry({
    serviceName: "compactctl",
    onTrouble: (message) => output.warn(message),
  });
  try {
    return await task(running.exporters);
  } finally {
    await running.close();
  }
}
