import type { ServerEvent } from "plimsoll/calls";
import { reportsUsage } from "./reports-usage.js";
import { splitEvents } from "./split-events.js";

const NONE: readonly ServerEvent[] = [];

/** The events in a part of a stream: all of them, or those that report usage. What is of no interest is searched, not decoded. */
export function eventsToRead(part: Buffer, all: boolean): readonly ServerEvent[] {
  if (!all && !reportsUsage(part)) return NONE;
  const events = splitEvents(part.toString("utf8"));
  return events.filter((raw) => all || raw.includes('"usage"')).map((raw) => ({ raw }));
}
