import type { Exporter } from "./exporter.js";

/**
 * For whoever has set no exporter: says on the console that requests are not compacted, which nothing else would show.
 * The event comes once per reason. `exporters: []` silences it.
 */
export function consoleWarnings(): Exporter {
  return {
    name: "console warnings",
    export({ event, integration, reason }) {
      if (event !== "compact.passed_through") return;
      const why = String(reason).replace(/\.?$/, ".");
      console.warn(
        `plimsoll (${String(integration)}): a request was sent without compaction: ${why} ` +
          "Set `exporters` to receive such events, or to [] to silence this warning.",
      );
    },
  };
}
