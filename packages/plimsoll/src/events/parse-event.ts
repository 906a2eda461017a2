import { CompactError } from "../errors/compact-error.js";
import type { Problem } from "../validation/problem.js";
import { readShape } from "../validation/read-shape.js";
import type { Fields } from "../validation/shape.js";
import { shownValue } from "../validation/shown-value.js";
import type { CompactEvent } from "./compact-event.js";
import { EVENT_NAMES, isEventName } from "./event-names.js";
import { EVENT_TABLE } from "./event-table.js";
import { SEVERITIES } from "./severities.js";

const HEAD = { ts: "time", session_id: "text", event: "text", severity: SEVERITIES, model: "text" } as const;

/**
 * The value as an event: a field that its name does not have is refused, so that nothing slips in.
 *
 * @throws CompactError `INVALID_INPUT` naming every field that is wrong.
 */
export function parseEvent(value: unknown): CompactEvent {
  const name = eventIn(value);
  if (!isEventName(name)) {
    throw new CompactError(
      "INVALID_INPUT",
      `An event's field event is ${shownValue(name)}; allowed: ${EVENT_NAMES.join(", ")}.`,
    );
  }
  const problems: Problem[] = [];
  const fields: Fields = { ...HEAD, ...EVENT_TABLE[name].fields };
  const event = readShape({ kind: "object", fields }, value, { path: "", problems });
  if (problems.length === 0) return event as CompactEvent;
  const texts = problems.map(({ path, text }) => `field ${path} ${text}`);
  throw new CompactError("INVALID_INPUT", `Event ${name}: ${texts.join("; ")}.`, {
    details: { event: name, problems: texts },
  });
}

function eventIn(value: unknown): unknown {
  try {
    return (value as { event?: unknown } | null | undefined)?.event;
  } catch {
    return undefined;
  }
}
