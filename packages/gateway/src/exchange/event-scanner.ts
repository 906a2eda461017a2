import type { ServerEvent } from "plimsoll/calls";

const MAX_BYTES = 16 * 1024 * 1024;
const SEPARATOR = /\r?\n\r?\n/g;
const LINE_FEED = 0x0a;
/** A separator in which two chunks meet begins in one of so many bytes before it. */
const OVERLAP = 3;
/** Usage stands in the events that end an answer, or at its start; all else is passed unread. */
const USAGE = Buffer.from('"usage"');
/** Many events say that there is none yet. */
const NO_USAGE = /^\s{0,4}:\s{0,4}null/;
const NO_USAGE_BYTES = 16;
const NONE: readonly ServerEvent[] = [];

/** Reads the events of a stream whose bytes are passed on unchanged. What is of no interest is searched, not decoded. */
export class EventScanner {
  /** The event that has not ended. */
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  /** The events that this chunk completes: all of them, or those that report usage. */
  add(chunk: Uint8Array, all: boolean): readonly ServerEvent[] {
    const end = this.#endOfLastEvent(chunk);
    if (end === 0) {
      this.#keep(chunk);
      return NONE;
    }
    const last = chunk.subarray(0, end);
    const whole = this.#pieces.length === 0 ? bufferOf(last) : Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    this.#bytes = 0;
    if (end < chunk.length) this.#keep(chunk.subarray(end));
    return all || reportsUsage(whole) ? eventsIn(whole.toString("utf8"), all) : NONE;
  }

  #keep(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes <= MAX_BYTES) return;
    this.#pieces = [];
    this.#bytes = 0;
  }

  /** Behind the last separator that ends in a chunk; 0 if none does. */
  #endOfLastEvent(chunk: Uint8Array): number {
    const { length } = chunk;
    if (chunk[length - 1] === LINE_FEED && chunk[length - 2] === LINE_FEED) return length;
    const bytes = bufferOf(chunk);
    const [plain, returned] = [bytes.lastIndexOf("\n\n"), bytes.lastIndexOf("\n\r\n")];
    const end = Math.max(plain === -1 ? 0 : plain + 2, returned === -1 ? 0 : returned + 3);
    return end > 0 ? end : this.#endWhereChunksMeet(bytes);
  }

  #endWhereChunksMeet(chunk: Buffer): number {
    const before = this.#pieces.at(-1);
    if (!before) return 0;
    const tail = Buffer.concat(this.#pieces.slice(-OVERLAP)).subarray(-OVERLAP).toString("latin1");
    const meeting = tail + chunk.subarray(0, OVERLAP).toString("latin1");
    const found = /\n\r?\n/.exec(meeting);
    return found ? Math.max(0, found.index + found[0].length - tail.length) : 0;
  }
}

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function reportsUsage(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(USAGE); at !== -1; at = bytes.indexOf(USAGE, at + USAGE.length)) {
    const after = at + USAGE.length;
    if (!NO_USAGE.test(bytes.toString("latin1", after, after + NO_USAGE_BYTES))) return true;
  }
  return false;
}

function eventsIn(text: string, all: boolean): ServerEvent[] {
  const events: ServerEvent[] = [];
  let start = 0;
  for (const { index, 0: separator } of text.matchAll(SEPARATOR)) {
    const raw = text.slice(start, index + separator.length);
    start = index + separator.length;
    if (all || raw.includes('"usage"')) events.push({ raw });
  }
  return events;
}
