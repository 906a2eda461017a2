import type { JsonRecord } from "../json/json-record.js";

/** An event of a streamed response. */
export interface ResponseEvent extends JsonRecord {
  readonly type: string;
  readonly sequence_number: number;
}

/** The event as it goes over the wire. `JSON.stringify` leaves line separators that some readers split at. */
export function responseEventText(event: ResponseEvent): string {
  const data = JSON.stringify(event).replace(
    /[\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16)}`,
  );
  return `event: ${event.type}\ndata: ${data}\n\n`;
}

/** What closes a stream for readers that wait for it. */
export const STREAM_END = "data: [DONE]\n\n";
