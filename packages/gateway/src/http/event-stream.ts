/** The headers of a stream of events that the gateway writes itself. */
export const EVENT_STREAM = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache",
};
