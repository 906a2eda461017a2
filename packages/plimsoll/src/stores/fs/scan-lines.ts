import type { FileHandle } from "node:fs/promises";
import { MAX_ENTRY_CHARACTERS } from "../entries/encode-entries.js";

const CHUNK_BYTES = 256 * 1024;

// UTF-8 needs at most three bytes for each UTF-16 unit; the rest is room for kind, id and time.
const MAX_LINE_BYTES = MAX_ENTRY_CHARACTERS * 3 + 8192;

export interface ScannedLine {
  /** Without the newline; valid during the callback only. Empty if the line is longer than any entry. */
  readonly bytes: Buffer;
  readonly start: number;
  /** The offset behind the line and its newline. */
  readonly end: number;
  readonly terminated: boolean;
}

/** Passes every line of a range of the file to the callback, in pieces of bounded size; `false` stops. */
export async function scanLines(
  handle: FileHandle,
  range: { readonly start: number; readonly end: number },
  onLine: (line: ScannedLine) => boolean | void,
): Promise<void> {
  const chunk = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK_BYTES, range.end - range.start)));
  const pending = new PendingLine();
  let lineStart = range.start;
  let position = range.start;
  while (position < range.end) {
    const wanted = Math.min(chunk.length, range.end - position);
    const { bytesRead } = await handle.read(chunk, 0, wanted, position);
    if (bytesRead === 0) break;
    const data = chunk.subarray(0, bytesRead);
    let from = 0;
    for (let newline = data.indexOf(10); newline !== -1; newline = data.indexOf(10, from)) {
      const bytes = pending.take(data.subarray(from, newline));
      from = newline + 1;
      const end = position + from;
      if (onLine({ bytes, start: lineStart, end, terminated: true }) === false) return;
      lineStart = end;
    }
    pending.add(data.subarray(from));
    position += bytesRead;
  }
  if (lineStart < position) {
    onLine({ bytes: pending.take(Buffer.alloc(0)), start: lineStart, end: position, terminated: false });
  }
}

/** The pieces of a line that spans chunks; an endless line is dropped instead of filling the memory. */
class PendingLine {
  #pieces: Buffer[] = [];
  #length = 0;

  add(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#length += piece.length;
    if (this.#length > MAX_LINE_BYTES) this.#pieces = [];
    else this.#pieces.push(Buffer.from(piece));
  }

  take(last: Buffer): Buffer {
    const length = this.#length + last.length;
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#length = 0;
    if (length > MAX_LINE_BYTES) return Buffer.alloc(0);
    return pieces.length === 0 ? last : Buffer.concat([...pieces, last], length);
  }
}
