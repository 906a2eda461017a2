import type { EncodedEntry } from "./encode-entries.js";
import { packText, unpackText } from "./packed-text.js";
import type { EntryKind } from "../storage-adapter.js";

/** The entry in the form that takes the least memory. */
export function packEntry(entry: EncodedEntry): EncodedEntry {
  const { kind, id, ts } = entry;
  const packed = packText(entry.json);
  return typeof packed === "string" ? { kind, id, ts, json: packed } : new PackedEntry(entry, packed);
}

class PackedEntry implements EncodedEntry {
  readonly kind: EntryKind;
  readonly id: string;
  readonly ts: string;
  readonly #bytes: Uint8Array;

  constructor({ kind, id, ts }: EncodedEntry, bytes: Uint8Array) {
    this.kind = kind;
    this.id = id;
    this.ts = ts;
    this.#bytes = bytes;
  }

  get json(): string {
    return unpackText(this.#bytes);
  }
}
