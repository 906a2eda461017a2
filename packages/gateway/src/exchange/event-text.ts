import { oneLine } from "../json/one-line.js";
import type { UpstreamEvent } from "../protocols/protocol.js";

/** An event as it goes over the wire. */
export function eventText({ event, data }: UpstreamEvent): string {
  const name = event === "" ? "" : `event: ${event}\n`;
  return `${name}data: ${typeof data === "string" ? data : oneLine(data)}\n\n`;
}
