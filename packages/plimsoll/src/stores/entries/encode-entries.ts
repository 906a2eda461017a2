import { CompactError } from "../../errors/compact-error.js";
import type { EntryKind, StoredEntry } from "../storage-adapter.js";
import { timestampMilliseconds } from "../timestamp-milliseconds.js";

/** A longer entry is refused: it could not be read back as one string everywhere. */
export const MAX_ENTRY_CHARACTERS: number = 128 * 1024 * 1024;
const MAX_ENTRY_ID_LENGTH = 512;

const KINDS: Record<EntryKind, true> = {
  item: true,
  compaction: true,
  undo: true,
  redo: true,
  event: true,
  protected: true,
  withdrawn: true,
  checkpoint: true,
  window: true,
  response: true,
  account: true,
  original: true,
  hold: true,
};

export function isEntryKind(value: unknown): value is EntryKind {
  return typeof value === "string" && Object.hasOwn(KINDS, value);
}

/** A checked entry whose data is JSON text already: later changes to the caller's object do not reach it. */
export interface EncodedEntry {
  readonly kind: EntryKind;
  readonly id: string;
  readonly ts: string;
  readonly json: string;
}

/** Checks and serializes all entries before any is written; `INVALID_INPUT` if one cannot be stored. */
export function encodeEntries(entries: readonly StoredEntry[]): EncodedEntry[] {
  const times = new Set<string>();
  return entries.map((entry) => encodeEntry(entry, times));
}

/** `times` holds those that were checked: entries that are written together mostly have the same. */
function encodeEntry(entry: StoredEntry, times: Set<string>): EncodedEntry {
  const { kind, id, ts } = entry;
  if (!isEntryKind(kind)) {
    throw invalid(`An entry has the kind ${describe(kind)}; the kinds are ${Object.keys(KINDS).join(", ")}.`);
  }
  if (typeof id !== "string" || id.length === 0 || id.length > MAX_ENTRY_ID_LENGTH) {
    throw invalid(
      `An entry of kind ${kind} has the id ${describe(id)}; an id has 1 to ${MAX_ENTRY_ID_LENGTH} characters.`,
    );
  }
  if (!times.has(ts)) timestampMilliseconds(ts, () => `The ts of entry ${describe(id)}`);
  times.add(ts);
  const json = dataText(entry);
  if (json.length > MAX_ENTRY_CHARACTERS) {
    throw invalid(
      `Entry ${describe(id)} has ${json.length} characters of JSON; the maximum is ${MAX_ENTRY_CHARACTERS}.`,
    );
  }
  return { kind, id, ts, json };
}

function dataText(entry: StoredEntry): string {
  if (entry instanceof PassedEntry) return entry.json;
  try {
    return JSON.stringify(entry.data) ?? "null";
  } catch (cause) {
    throw invalid(
      `Entry ${describe(entry.id)} holds data that is not JSON (a cycle, a BigInt, endless nesting).`,
      cause,
    );
  }
}

function invalid(message: string, cause?: unknown): CompactError {
  return new CompactError("INVALID_INPUT", message, { cause });
}

function describe(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 80)) : `of type ${typeof value}`;
}

/** An encoded entry on its way to another store, which need not serialize it again. */
class PassedEntry implements StoredEntry {
  readonly kind: EntryKind;
  readonly id: string;
  readonly ts: string;
  readonly json: string;

  constructor(entry: EncodedEntry) {
    this.kind = entry.kind;
    this.id = entry.id;
    this.ts = entry.ts;
    this.json = entry.json;
  }

  get data(): unknown {
    return JSON.parse(this.json);
  }
}

/** The entry for another store: its data is parsed only if that store reads it. */
export function passEntry(entry: EncodedEntry): StoredEntry {
  return new PassedEntry(entry);
}

export function decodeEntry(entry: EncodedEntry): StoredEntry {
  const { kind, id, ts, json } = entry;
  return { kind, id, ts, data: JSON.parse(json) as unknown };
}

/** The entries to add: an item that is known, or that comes twice, is left out. */
export function withoutKnownItems(
  entries: readonly EncodedEntry[],
  isKnown: (itemId: string) => boolean,
): EncodedEntry[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    if (entry.kind !== "item") return true;
    if (seen.has(entry.id) || isKnown(entry.id)) return false;
    seen.add(entry.id);
    return true;
  });
}
