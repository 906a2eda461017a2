import type { ServerEvent } from "plimsoll/calls";

const MAX_CHARACTERS = 16 * 1024 * 1024;
const SEPARATOR = /\r?\n\r?\n/g;
/** Usage stands in the events that end an answer, or at its start; all else is passed unread. */
const OF_INTEREST = '"usage"';

/** Reads the events of a stream whose bytes are passed on unchanged. */
export class EventScanner {
  readonly #decoder = new TextDecoder();
  #text = "";

  /** The events that this chunk completes: all of them, or those that report usage. */
  add(chunk: Uint8Array, all: boolean): ServerEvent[] {
    this.#text += this.#decoder.decode(chunk, { stream: true });
    const events: ServerEvent[] = [];
    let start = 0;
    for (const { index, 0: separator } of this.#text.matchAll(SEPARATOR)) {
      const raw = this.#text.slice(start, index + separator.length);
      start = index + separator.length;
      if (all || raw.includes(OF_INTEREST)) events.push({ raw });
    }
    this.#text = this.#text.slice(start);
    if (this.#text.length > MAX_CHARACTERS) this.#text = "";
    return events;
  }
}
