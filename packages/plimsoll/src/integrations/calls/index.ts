/**
 * What every integration stands on, for those who write another one: compaction of the requests of any number of
 * conversations on their way to a model, with recovery from overflows.
 *
 * @module
 */

export { CallCompactor } from "../core/call-compactor.js";
export type { CompactionOptions } from "../core/compaction-options.js";
export type { ModelRequest } from "../core/model-request.js";
export type { OpenCall } from "../core/open-call.js";
export { READING as modelApiReading } from "../openai/reading.js";
export type { StreamReading } from "../core/guard-stream.js";
export { eventData, type ServerEvent, serverEvents } from "../../http/server-events.js";
