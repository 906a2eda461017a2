import type { FileHandle } from "node:fs/promises";
import type { ScannedLine } from "./scan-lines.js";
import { scanLines } from "./scan-lines.js";
import { checkHeader, parseLine } from "./session-file-line.js";
import type { EntryKind } from "../storage-adapter.js";

/** Where an entry's line is in the file. */
export interface LineRecord {
  readonly kind: EntryKind;
  readonly id: string;
  readonly start: number;
  readonly length: number;
}

/**
 * Ids and byte ranges of one session file, never its data. `refresh` reads only what any process appended since
 * the last time.
 */
export class SessionFileIndex {
  readonly #expected: { readonly path: string; readonly sessionId: string };
  #identity = "";
  #scanned = 0;
  #endsWithNewline = true;
  #hasHeader = false;
  #records: LineRecord[] = [];
  #items = new Map<string, LineRecord>();
  #others = new Map<string, LineRecord>();

  constructor(expected: { readonly path: string; readonly sessionId: string }) {
    this.#expected = expected;
  }

  get records(): readonly LineRecord[] {
    return this.#records;
  }

  get hasHeader(): boolean {
    return this.#hasHeader;
  }

  /** False if the next line must be separated from the remains of a crashed writer. */
  get endsWithNewline(): boolean {
    return this.#endsWithNewline;
  }

  hasItem(id: string): boolean {
    return this.#items.has(id);
  }

  find(id: string): LineRecord | undefined {
    return this.#items.get(id) ?? this.#others.get(id);
  }

  /** Reads and returns appended lines. Reads a replaced or truncated file from the start. */
  async refresh(handle: FileHandle): Promise<readonly LineRecord[]> {
    const { dev, ino, birthtimeMs, size } = await handle.stat();
    const identity = `${dev}:${ino}:${birthtimeMs}`;
    if (identity !== this.#identity || size < this.#scanned) {
      this.#reset();
      this.#identity = identity;
    }
    const known = this.#records.length;
    await scanLines(handle, { start: this.#scanned, end: size }, (line) => this.#take(line));
    return this.#records.slice(known);
  }

  #reset(): void {
    this.#scanned = 0;
    this.#endsWithNewline = true;
    this.#hasHeader = false;
    this.#records = [];
    this.#items = new Map();
    this.#others = new Map();
  }

  #take(line: ScannedLine): void {
    const parsed = parseLine(line.bytes);
    this.#endsWithNewline = line.terminated;
    if (parsed?.header) {
      checkHeader(parsed.header, this.#expected);
      this.#hasHeader = true;
    } else if (parsed?.entry) {
      const { kind, id } = parsed.entry;
      this.#record({ kind, id, start: line.start, length: line.bytes.length });
    }
    // The start of a line that another process is writing is read again when the rest is there.
    this.#scanned = line.terminated || parsed ? line.end : line.start;
  }

  #record(record: LineRecord): void {
    // Two processes that add the same item at once both write it; the first one counts.
    if (record.kind === "item" && this.#items.has(record.id)) return;
    const ids = record.kind === "item" ? this.#items : this.#others;
    if (!ids.has(record.id)) ids.set(record.id, record);
    this.#records.push(record);
  }
}
