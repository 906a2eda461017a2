import { CompactError } from "../../errors/compact-error.js";
import { eventData, serverEvents } from "../../http/server-events.js";

const MAX_EVENT_CHARACTERS = 64 * 1024 * 1024;

/** The JSON events of a stream of server-sent events, as they arrive. Comments, names and `[DONE]` are passed over. */
export async function* parseServerEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  for await (const event of serverEvents(stream, MAX_EVENT_CHARACTERS)) {
    if (event.raw.length > MAX_EVENT_CHARACTERS) throw tooLong();
    const value = valueOf(eventData(event));
    if (value !== undefined) yield value;
  }
}

function valueOf(text: string): unknown {
  if (text === "" || text === "[DONE]") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new CompactError("PROVIDER_REFUSED", "The provider's stream holds an event that is not JSON.", {
      cause,
      details: { code: "server_error" },
    });
  }
}

const tooLong = (): CompactError =>
  new CompactError(
    "PROVIDER_REFUSED",
    `An event of the provider's stream has more than ${MAX_EVENT_CHARACTERS} characters.`,
  );
