import { EVENT_TABLE } from "./event-table.js";

export type EventName = keyof typeof EVENT_TABLE;

/** Every event that exists. */
export const EVENT_NAMES: readonly EventName[] = Object.keys(EVENT_TABLE) as EventName[];

export function isEventName(name: unknown): name is EventName {
  return typeof name === "string" && Object.hasOwn(EVENT_TABLE, name);
}
