import type { CompactEvent, EventOf } from "../events/compact-event.js";
import type { EventName } from "../events/event-names.js";

/** True for events of this name. They were checked when they were emitted. */
export const isEvent = <N extends EventName>(
  event: CompactEvent,
  name: N,
): event is CompactEvent & EventOf<N> => event.event === name;
