/**
 * The events that exist, and how one that comes from elsewhere is read.
 *
 * @module
 */

export type { EventDraft, EventFields } from "./compact-event.js";
export { EVENT_NAMES } from "./event-names.js";
export { parseEvent } from "./parse-event.js";
