import { checkedOptions } from "../validation/checked-options.js";
import type { CompactEvent } from "./compact-event.js";
import type { Severity } from "./severities.js";
import { SEVERITIES } from "./severities.js";
import type { Exporter } from "./exporter.js";

export interface ConsoleExporterOptions {
  /** Receives one line without its line break. @default console.error, to keep standard output clean */
  readonly write?: (line: string) => void;
  /** Events below this severity are left out. @default "info" */
  readonly level?: Severity;
  /** True: every `compact.trigger_decision` is shown, whatever the level. @default false */
  readonly decisions?: boolean;
  /** @default "json" */
  readonly format?: "json" | "text";
}

const OPTIONS = {
  write: "function",
  level: SEVERITIES,
  decisions: "flag",
  format: ["json", "text"],
} as const;

const HEAD: ReadonlySet<string> = new Set(["ts", "severity", "event", "session_id"]);

function textLine(event: CompactEvent): string {
  const fields = Object.entries(event)
    .filter(([key]) => !HEAD.has(key))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const session = `session=${JSON.stringify(event.session_id)}`;
  return [event.ts, event.severity, event.event, session, ...fields].join(" ");
}

/** One line per event. */
export function consoleExporter(given?: ConsoleExporterOptions): Exporter {
  const options = checkedOptions<ConsoleExporterOptions>(given, {
    what: "consoleExporter",
    code: "INVALID_CONFIG",
    fields: OPTIONS,
  });
  const write = options.write ?? ((line: string) => console.error(line));
  const threshold = SEVERITIES.indexOf(options.level ?? "info");
  const format = options.format === "text" ? textLine : (event: CompactEvent) => JSON.stringify(event);
  return {
    name: "console",
    export(event) {
      const isAsked = options.decisions === true && event.event === "compact.trigger_decision";
      if (isAsked || SEVERITIES.indexOf(event.severity) >= threshold) write(format(event));
    },
  };
}
