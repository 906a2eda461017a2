import type { TelemetrySettings } from "../config/settings.js";
import { CompactError } from "../errors/compact-error.js";
import { consoleExporter } from "../events/console-exporter.js";
import type { Exporter } from "../events/exporter.js";

/**
 * The exporters that the settings name. `otlp` tells the OpenTelemetry SDK that the process has set up.
 *
 * @throws CompactError `INVALID_CONFIG` if the settings leave them to the code.
 */
export function exportersFromSettings(settings: TelemetrySettings): readonly Exporter[] {
  const { exporter, level, decisions } = settings;
  if (exporter === "none") return [];
  if (exporter === "console") return [consoleExporter({ level, decisions })];
  if (exporter === "otlp") return [lazyOpenTelemetry()];
  throw new CompactError(
    "INVALID_CONFIG",
    'telemetry.exporter is "custom": pass your exporters in code, managerFromSettings(settings, { exporters: [yours] }).',
    { details: { key: "telemetry.exporter", value: exporter } },
  );
}

/** Loads the optional package with the first event; where it is missing, the engine warns once and goes on. */
function lazyOpenTelemetry(): Exporter {
  let loading: Promise<Exporter> | undefined;
  let loaded: Exporter | undefined;
  const load = async (): Promise<Exporter> => {
    try {
      const { openTelemetryExporter } = await import(
        "../integrations/opentelemetry/open-telemetry-exporter.js"
      );
      loaded = openTelemetryExporter();
      return loaded;
    } catch (cause) {
      throw new Error("@opentelemetry/api cannot be loaded; install it: npm install @opentelemetry/api@1.9", {
        cause,
      });
    }
  };
  return {
    name: "otlp",
    export(event) {
      if (loaded) return loaded.export(event);
      loading ??= load();
      return loading.then((exporter) => exporter.export(event));
    },
    async close() {
      await (await loading?.catch(() => undefined))?.close?.();
    },
  };
}
