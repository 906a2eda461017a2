import type { UpstreamEvent } from "./protocol.js";

/** The events of a whole stream. */
export function streamEvents(text: string): UpstreamEvent[] {
  return text
    .split(/\r?\n\r?\n/u)
    .flatMap((frame) => /^data: ?(.*)$/mu.exec(frame)?.[1] ?? [])
    .map((data) => ({ event: "", data: parsed(data) }));
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return data;
  }
}
