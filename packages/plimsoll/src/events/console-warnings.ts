import type { Exporter } from "./exporter.js";

const WHAT: Readonly<Partial<Record<string, string>>> = {
  "compact.passed_through": "a request was sent without compaction",
  "compact.history_cut": "the history was cut before it came here",
};

const MAX_REASONS = 64;

/**
 * For whoever has set no exporter: says on the console that requests are not compacted, or not whole, which nothing else
 * would show. Once per reason, however many sessions it happens to. `exporters: []` silences it.
 */
export function consoleWarnings(): Exporter {
  const told = new Set<string>();
  return {
    name: "console warnings",
    export({ event, integration, reason }) {
      const what = WHAT[event];
      if (what === undefined) return;
      const why = String(reason).replace(/\.?$/, ".");
      const warning = `plimsoll (${String(integration)}): ${what}: ${why}`;
      if (told.has(warning) || told.size >= MAX_REASONS) return;
      told.add(warning);
      console.warn(`${warning} Set \`exporters\` to receive such events, or to [] to silence this warning.`);
    },
  };
}
