import type { FieldValues } from "../validation/shape-value.js";
import type { EventName } from "./event-names.js";
import type { EVENT_TABLE } from "./event-table.js";
import type { Severity } from "./severities.js";

/** The fields of every event; the others depend on `event` (see `EventOf`). */
export interface CompactEvent {
  readonly ts: string;
  readonly session_id: string;
  readonly event: string;
  readonly severity: Severity;
  readonly model: string;
  readonly [field: string]: unknown;
}

/** The fields of the event of one name. */
export type EventFields<Name extends EventName> = FieldValues<(typeof EVENT_TABLE)[Name]["fields"]>;

/** The event of one name. */
export type EventOf<Name extends EventName> = Omit<CompactEvent, "event"> & {
  readonly event: Name;
} & EventFields<Name>;

/** An event as its emitter states it; the bus adds the rest. */
export type EventDraft = {
  readonly [Name in EventName]: {
    readonly event: Name;
    /** @default the severity of its name */
    readonly severity?: Severity;
  } & EventFields<Name>;
}[EventName];
