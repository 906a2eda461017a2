import type { EncodedEntry } from "./entry-codec.js";
import type { EntryKind } from "./storage-adapter.js";

/** Shorter texts take less as they are. */
const LEAST_CHARACTERS = 256;
const NEEDS_TWO_BYTES = /[^\u0000-\u00ff]/;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The entry as it takes the least memory. One character beyond Latin-1 makes the engine hold a whole text with two bytes for
 * each of its characters; as UTF-8 it takes one for most. JSON has no lone surrogates: it comes back as it was.
 */
export function packEntry(entry: EncodedEntry): EncodedEntry {
  const { json } = entry;
  return json.length >= LEAST_CHARACTERS && NEEDS_TWO_BYTES.test(json) ? new PackedEntry(entry) : entry;
}

class PackedEntry implements EncodedEntry {
  readonly kind: EntryKind;
  readonly id: string;
  readonly ts: string;
  readonly #bytes: Uint8Array;

  constructor({ kind, id, ts, json }: EncodedEntry) {
    this.kind = kind;
    this.id = id;
    this.ts = ts;
    this.#bytes = encoder.encode(json);
  }

  get json(): string {
    return decoder.decode(this.#bytes);
  }
}
