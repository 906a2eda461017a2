/** How much an event matters to an operator. */
export type Severity = "debug" | "info" | "warning" | "high";

/** What every event carries; the other fields depend on `event` and are checked by its schema. */
export interface CompactEvent {
  readonly ts: string;
  readonly session_id: string;
  readonly event: string;
  readonly severity: Severity;
  readonly model: string;
  readonly [field: string]: unknown;
}
