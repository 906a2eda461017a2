/** One event of a stream in its wire form, including the blank line. */
export interface ServerEvent {
  readonly raw: string;
}

/** Two line ends, of whatever kind. */
const SEPARATOR = /(?:\r\n|\n|\r(?!\n)){2}/;
const MAX_EVENT_CHARACTERS = 16 * 1024 * 1024;

/**
 * Cuts a stream of bytes into server-sent events. Nothing is lost: joined, the events are the stream. An event that is
 * longer than `maxCharacters` comes in pieces, each of them longer than that.
 */
export async function* serverEvents(
  chunks: AsyncIterable<Uint8Array>,
  maxCharacters: number = MAX_EVENT_CHARACTERS,
): AsyncGenerator<ServerEvent, void, undefined> {
  const decoder = new TextDecoder();
  const separator = new RegExp(SEPARATOR, "g");
  let text = "";
  for await (const chunk of chunks) {
    separator.lastIndex = Math.max(0, text.length - 3);
    text += decoder.decode(chunk, { stream: true });
    let start = 0;
    while (separator.exec(text)) {
      yield { raw: text.slice(start, separator.lastIndex) };
      start = separator.lastIndex;
    }
    text = text.slice(start);
    if (text.length > maxCharacters) {
      yield { raw: text };
      text = "";
    }
  }
  text += decoder.decode();
  if (text !== "") yield { raw: text };
}

/** The content of an event: its `data` lines joined. Ignores comments, names and ids. */
export function eventData({ raw }: ServerEvent): string {
  const lines = raw.split(/\r\n|\n|\r/).filter((line) => line.startsWith("data:"));
  return lines.map((line) => line.slice(line[5] === " " ? 6 : 5)).join("\n");
}
