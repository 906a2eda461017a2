const MAX_BYTES = 16 * 1024 * 1024;
const LINE_FEED = 0x0a;
/** A separator in which two chunks meet begins in one of so many bytes before it. */
const OVERLAP = 3;

/**
 * Cuts the bytes of a stream where its events end, and changes none of them. A reader of events can do nothing with half of one, so
 * nobody waits longer for it.
 */
export class WholeEvents {
  /** The event that has not ended. */
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  /** The events that this chunk completes; undefined if it completes none. One that is far too long is given in parts. */
  add(chunk: Uint8Array): Buffer | undefined {
    const end = this.#endOfLastEvent(chunk);
    if (end === 0) return this.#keep(chunk);
    const whole = this.#taken(chunk.subarray(0, end));
    if (end < chunk.length) this.#keep(chunk.subarray(end));
    return whole;
  }

  /** What is left of a stream that ended without the end of an event. */
  rest(): Buffer | undefined {
    return this.#bytes === 0 ? undefined : this.#taken(new Uint8Array());
  }

  #taken(last: Uint8Array): Buffer {
    const whole = this.#pieces.length === 0 ? bufferOf(last) : Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    this.#bytes = 0;
    return whole;
  }

  #keep(piece: Uint8Array): Buffer | undefined {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    return this.#bytes > MAX_BYTES ? this.rest() : undefined;
  }

  /** Behind the last separator that ends in a chunk; 0 if none does. */
  #endOfLastEvent(chunk: Uint8Array): number {
    const { length } = chunk;
    if (chunk[length - 1] === LINE_FEED && chunk[length - 2] === LINE_FEED) return length;
    const bytes = bufferOf(chunk);
    const ends = ["\n\n", "\n\r\n", "\r\r"].map((separator) => {
      const at = bytes.lastIndexOf(separator);
      return at === -1 ? 0 : at + separator.length;
    });
    const end = Math.max(...ends);
    return end > 0 ? end : this.#endWhereChunksMeet(bytes);
  }

  #endWhereChunksMeet(chunk: Buffer): number {
    if (this.#pieces.length === 0) return 0;
    const tail = Buffer.concat(this.#pieces.slice(-OVERLAP)).subarray(-OVERLAP).toString("latin1");
    const meeting = tail + chunk.subarray(0, OVERLAP).toString("latin1");
    const found = /\n\r?\n|\r\r/.exec(meeting);
    return found ? Math.max(0, found.index + found[0].length - tail.length) : 0;
  }
}

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
