import { CompactError } from "../errors/compact-error.js";
import type { Redactor } from "../redaction/redactor.js";
import type { CompactEvent, Severity } from "./compact-event.js";
import { EVENT_SEVERITIES, type EventName } from "./event-names.js";
import { parseEvent } from "./event-schema.js";
import type { Exporter } from "./exporter.js";

/** An event as its emitter states it; the bus adds the rest. */
export interface EventDraft {
  readonly event: EventName;
  readonly severity?: Severity;
  readonly [field: string]: unknown;
}

export interface EventBusOptions {
  readonly exporters: readonly Exporter[];
  readonly redactor: Redactor;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly model: string;
  /** Sees every event as the exporters do, and before them: the archive's way in. */
  readonly onRecord?: (event: CompactEvent) => void;
}

export interface EventBus {
  /** Completes, validates and redacts the event and hands it to every exporter. */
  emit(sessionId: string, event: EventDraft): CompactEvent;
  /** Waits for exports under way, then closes every exporter. Never rejects. */
  close(): Promise<void>;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Carries events from the engine to the exporters; an exporter that fails is reported to the others once. */
export function createEventBus(options: EventBusOptions): EventBus {
  const failed = new Set<Exporter>();
  const pending = new Set<Promise<void>>();

  function complete(sessionId: string, draft: EventDraft): CompactEvent {
    const { event, severity, ...fields } = draft;
    const clash = ["ts", "session_id", "model"].find((field) => Object.hasOwn(fields, field));
    if (clash !== undefined) {
      throw new CompactError("INVALID_INPUT", `Event ${event}: field ${clash} is set by the event bus.`);
    }
    const parsed = parseEvent({
      ts: new Date(options.clock()).toISOString(),
      session_id: sessionId,
      event,
      severity: severity ?? EVENT_SEVERITIES[event],
      model: options.model,
      ...fields,
    });
    return options.redactor.value(parsed);
  }

  function onFailure(sessionId: string, exporter: Exporter, error: unknown): void {
    if (failed.has(exporter)) return;
    failed.add(exporter);
    const draft: EventDraft = {
      event: "compact.exporter_failed",
      exporter: exporter.name,
      reason: reasonOf(error),
    };
    deliver(complete(sessionId, draft), exporter);
  }

  function handTo(exporter: Exporter, event: CompactEvent): void {
    try {
      const result = exporter.export(event);
      if (result === undefined) return;
      const settled = Promise.resolve(result)
        .catch((error: unknown) => onFailure(event.session_id, exporter, error))
        .finally(() => pending.delete(settled));
      pending.add(settled);
    } catch (error) {
      onFailure(event.session_id, exporter, error);
    }
  }

  function deliver(event: CompactEvent, except?: Exporter): void {
    options.onRecord?.(event);
    for (const exporter of options.exporters) if (exporter !== except) handTo(exporter, event);
  }

  return {
    emit(sessionId, draft) {
      const event = complete(sessionId, draft);
      deliver(event);
      return event;
    },
    async close() {
      while (pending.size > 0) await Promise.allSettled(pending);
      await Promise.allSettled(options.exporters.map(async (exporter) => exporter.close?.()));
    },
  };
}
