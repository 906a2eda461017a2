import { eventData, serverEvents } from "plimsoll/calls";
import type { UpstreamEvent } from "../protocols/protocol.js";
import { exactOrText } from "../json/exact-or-text.js";

const MAX_EVENT_CHARACTERS = 16 * 1024 * 1024;
const NAME = /^event: ?(.*)$/m;

/** The events of a streamed answer, with their data parsed. Comments and blank lines are none. */
export async function* upstreamEvents(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<UpstreamEvent, void, undefined> {
  for await (const event of serverEvents(chunks, MAX_EVENT_CHARACTERS)) {
    const text = eventData(event);
    if (text === "") continue;
    yield { event: NAME.exec(event.raw)?.[1]?.trim() ?? "", data: exactOrText(text) };
  }
}
