import type { JsonRecord } from "../json/json-record.js";
import { oneLine } from "../json/one-line.js";

/** An event of a streamed response. */
export interface ResponseEvent extends JsonRecord {
  readonly type: string;
  readonly sequence_number: number;
}

/** The event as it goes over the wire. */
export const responseEventText = (event: ResponseEvent): string =>
  `event: ${event.type}\ndata: ${oneLine(event)}\n\n`;

/** What closes a stream for readers that wait for it. */
export const STREAM_END = "data: [DONE]\n\n";
