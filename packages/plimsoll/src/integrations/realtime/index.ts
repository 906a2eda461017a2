/**
 * Keeps sessions of the OpenAI Realtime API below their window: for `@openai/agents-realtime` and for any WebSocket.
 *
 * @module
 */

export type { Schedule } from "./acknowledgements.js";
export { compactRealtime, type FunctionOutput, RealtimeCompactor } from "./realtime-compactor.js";
export type {
  ConnectionListener,
  RealtimeConnection,
  RealtimeSessionLike,
  RealtimeClientLike,
  RealtimeSocket,
  RealtimeTarget,
  RealtimeTransport,
} from "./realtime-connection.js";
export type { ClientEvent, ServerEvent } from "./server-event.js";
export type { RealtimeCompactorOptions } from "./realtime-compactor-options.js";
export type { RealtimeThresholds, RealtimeTrigger } from "./realtime-thresholds.js";
export type { RealtimeCompactionEvent, RealtimeSummary, SummaryCost } from "./realtime-summary.js";
export { realtime, type RealtimeItem } from "../../formats/realtime/realtime.js";
