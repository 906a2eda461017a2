import type { Logger } from "@opentelemetry/api-logs";
import type { CompactEvent, Exporter, Severity } from "plimsoll";

/** The numbers of OpenTelemetry's severities. */
const SEVERITY_NUMBERS: Readonly<Record<Severity, number>> = { debug: 5, info: 9, warning: 13, high: 17 };

/** Every event as a log record: its name, its severity, and its fields as the body. */
export function logRecordExporter(logger: Logger): Exporter {
  return {
    name: "opentelemetry logs",
    export(event: CompactEvent) {
      const { ts, session_id, event: name, severity, model, ...fields } = event;
      logger.emit({
        eventName: name,
        timestamp: new Date(ts),
        severityNumber: SEVERITY_NUMBERS[severity],
        severityText: severity,
        body: JSON.stringify(fields),
        attributes: {
          "gen_ai.conversation.id": session_id,
          "gen_ai.request.model": model,
          "plimsoll.event": name,
        },
      });
    },
  };
}
