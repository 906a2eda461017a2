import { withinTime } from "../errors/within-time.js";
import type { Redactor } from "../redaction/redactor.js";
import type { CompactEvent, EventDraft } from "./compact-event.js";
import { type EventName, isEventName } from "./event-names.js";
import { EVENT_TABLE } from "./event-table.js";
import type { Exporter } from "./exporter.js";
import { type Severity, SEVERITIES } from "./severities.js";
import { usableFields } from "./usable-fields.js";

export interface EventBusOptions {
  readonly exporters: readonly Exporter[];
  readonly redactor: Redactor;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly model: string;
  /** Sees every event as the exporters do, and before them: the archive's way in. */
  readonly onRecord?: (event: CompactEvent) => void;
  /**
   * An exporter that has not taken an event after this time gets no more until it has; 0 waits forever. @default
   * 5000
   */
  readonly exporterMs?: number;
}

export interface EventBus {
  /**
   * Completes, checks and redacts the event and passes it to every exporter. Never throws: it corrects or omits
   * invalid fields and reports that with `compact.part_failed`, which also replaces an event that cannot be
   * emitted at all.
   */
  emit(sessionId: string, event: EventDraft): CompactEvent;
  /** Waits for exports under way, then closes every exporter. Never rejects. */
  close(): Promise<void>;
}

type EventNames = Pick<CompactEvent, "session_id" | "model">;

const DEFAULT_EXPORTER_MS = 5000;

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Carries events from the engine to the exporters; an exporter that fails is reported to the others once. */
export function createEventBus(options: EventBusOptions): EventBus {
  return new ExporterBus(options);
}

class ExporterBus implements EventBus {
  readonly #options: EventBusOptions;
  readonly #limit: { readonly milliseconds: number; tooLate(milliseconds: number): Error };
  readonly #failed = new Set<Exporter>();
  /** The names of the last event: the next one has mostly the same. */
  #names: { readonly given: string; readonly shown: EventNames } | undefined;
  readonly #pending = new Set<Promise<void>>();
  /** Exporters that have not answered in time, until they do. */
  readonly #stalled = new Map<Exporter, number>();

  constructor(options: EventBusOptions) {
    this.#options = options;
    this.#limit = {
      milliseconds: options.exporterMs ?? DEFAULT_EXPORTER_MS,
      tooLate: (milliseconds) => new Error(`it did not answer within ${milliseconds} ms`),
    };
  }

  emit(sessionId: string, draft: EventDraft): CompactEvent {
    const [event, ...warnings] = this.#told(sessionId, draft);
    for (const one of [event, ...warnings]) this.#deliver(one);
    return event;
  }

  async close(): Promise<void> {
    const { exporters } = this.#options;
    await this.#patiently(async (signal) => {
      while (this.#pending.size > 0 && !signal.aborted) await Promise.allSettled(this.#pending);
    });
    await Promise.all(
      exporters.map((exporter) => this.#patiently(async () => void (await exporter.close?.()))),
    );
  }

  /** Waits up to the limit and continues, whatever the outcome. */
  async #patiently(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    await withinTime(this.#limit, task).catch(() => undefined);
  }

  /** The event, and a warning about corrected fields. */
  #told(sessionId: string, draft: EventDraft): [CompactEvent, ...CompactEvent[]] {
    try {
      return this.#complete(sessionId, draft);
    } catch {
      return [this.#warning(sessionId, nameOf(draft), "it could not be completed and redacted")];
    }
  }

  #complete(sessionId: string, draft: EventDraft): [CompactEvent, ...CompactEvent[]] {
    const { event: name, severity } = draft;
    if (!isEventName(name)) return [this.#warning(sessionId, undefined, "no event has this name")];
    const { values, problems } = usableFields(EVENT_TABLE[name].fields, draft);
    const names = this.#namesOf(idOf(sessionId));
    const head = this.#head(names, { name, severity: severity ?? EVENT_TABLE[name].severity });
    const event = Object.assign(head, this.#options.redactor.value(values));
    if (problems.length === 0) return [event];
    const reason = problems.map(({ path, text }) => `field ${path} ${text}`).join("; ");
    return [event, this.#warning(sessionId, name, this.#options.redactor.text(reason))];
  }

  #head(
    { session_id, model }: EventNames,
    { name, severity }: { readonly name: EventName; readonly severity: Severity },
  ): CompactEvent {
    return {
      ts: timeOf(this.#options.clock),
      session_id,
      event: name,
      severity: SEVERITIES.includes(severity) ? severity : "warning",
      model,
    };
  }

  /** What of the head comes from the caller, redacted. */
  #namesOf(given: string): EventNames {
    if (this.#names?.given === given) return this.#names.shown;
    const { redactor, model } = this.#options;
    const shown = redactor.value({ session_id: given, model });
    this.#names = { given, shown };
    return shown;
  }

  /** Whatever becomes of the redactor, a warning says whose it is. */
  #namesForWarning(given: string): EventNames {
    try {
      return this.#namesOf(given);
    } catch {
      return { session_id: given, model: this.#options.model };
    }
  }

  /** An invalid event becomes a warning and never ends the run. */
  #warning(sessionId: string, name: string | undefined, reason: string): CompactEvent {
    return {
      ...this.#head(this.#namesForWarning(idOf(sessionId)), {
        name: "compact.part_failed",
        severity: "warning",
      }),
      part: `event ${name ?? "of an unknown name"}`,
      reason,
    };
  }

  #deliver(event: CompactEvent, except?: Exporter): void {
    try {
      this.#options.onRecord?.(event);
    } catch {
      // What listens must not stop what is told.
    }
    for (const exporter of this.#options.exporters) if (exporter !== except) this.#handTo(exporter, event);
  }

  #handTo(exporter: Exporter, event: CompactEvent): void {
    if (this.#stalled.has(exporter)) return;
    try {
      const result = exporter.export(event);
      if (result === undefined) return;
      const settled = this.#waitFor(exporter, result)
        .catch((error: unknown) => this.#onFailure(event.session_id, exporter, error))
        .finally(() => this.#pending.delete(settled));
      this.#pending.add(settled);
    } catch (error) {
      this.#onFailure(event.session_id, exporter, error);
    }
  }

  /** An export that takes too long stalls its exporter until it ends. */
  async #waitFor(exporter: Exporter, result: Promise<void>): Promise<void> {
    const stall = (by: number): void => {
      const count = (this.#stalled.get(exporter) ?? 0) + by;
      if (count > 0) this.#stalled.set(exporter, count);
      else this.#stalled.delete(exporter);
    };
    const tooLate = (milliseconds: number): Error => {
      stall(1);
      const ended = (): void => stall(-1);
      Promise.resolve(result).then(ended, ended);
      return this.#limit.tooLate(milliseconds);
    };
    await withinTime({ ...this.#limit, tooLate, isIdle: true }, () => result);
  }

  #onFailure(sessionId: string, exporter: Exporter, error: unknown): void {
    if (this.#failed.has(exporter)) return;
    this.#failed.add(exporter);
    const name: unknown = exporter.name;
    const told = this.#told(sessionId, {
      event: "compact.exporter_failed",
      exporter: typeof name === "string" ? name : "unnamed",
      reason: reasonOf(error),
    });
    for (const event of told) this.#deliver(event, exporter);
  }
}

const idOf = (sessionId: unknown): string => (typeof sessionId === "string" ? sessionId : "*");

function nameOf(draft: EventDraft): string | undefined {
  try {
    const { event } = draft;
    return isEventName(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

/** The time as it was written last: events come together, and to write it costs as much as the rest of the head. */
const written = { time: 0, text: new Date(0).toISOString() };

function timeOf(clock: () => number): string {
  try {
    const time = clock();
    if (time !== written.time) {
      written.text = new Date(time).toISOString();
      written.time = time;
    }
    return written.text;
  } catch {
    return new Date(0).toISOString();
  }
}
