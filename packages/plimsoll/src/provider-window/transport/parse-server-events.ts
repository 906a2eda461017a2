import { CompactError } from "../../errors/compact-error.js";

const MAX_EVENT_CHARACTERS = 64 * 1024 * 1024;

/** The JSON events of a stream of server-sent events, as they arrive. Comments, names and `[DONE]` are passed over. */
export async function* parseServerEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  let rest = "";
  let data: string[] = [];
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    if (rest.length > MAX_EVENT_CHARACTERS) throw tooLong();
    for (const line of lines) {
      if (line.startsWith("data:")) data.push(textOf(line));
      if (line !== "") continue;
      const event = eventOf(data);
      data = [];
      if (event !== undefined) yield event;
    }
  }
  const last = rest + decoder.decode();
  const event = eventOf(last.startsWith("data:") ? [...data, textOf(last)] : data);
  if (event !== undefined) yield event;
}

const textOf = (line: string): string => line.slice(line[5] === " " ? 6 : 5);

function eventOf(data: readonly string[]): unknown {
  const text = data.join("\n");
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
