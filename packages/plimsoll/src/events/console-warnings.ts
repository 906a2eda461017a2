import type { Exporter } from "./exporter.js";

const WHAT: Readonly<Partial<Record<string, string>>> = {
  "compact.passed_through": "a request was sent without compaction",
  "compact.history_cut": "the history was cut before it came here",
};

/**
 * For whoever has set no exporter: says on the console that requests are not compacted, or not whole, which nothing else
 * would show. The events come once per reason. `exporters: []` silences it.
 */
export function consoleWarnings(): Exporter {
  return {
    name: "console warnings",
    export({ event, integration, reason }) {
      const what = WHAT[event];
      if (what === undefined) return;
      const why = String(reason).replace(/\.?$/, ".");
      console.warn(
        `plimsoll (${String(integration)}): ${what}: ${why} ` +
          "Set `exporters` to receive such events, or to [] to silence this warning.",
      );
    },
  };
}
