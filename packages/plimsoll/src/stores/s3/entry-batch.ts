import { CompactError } from "../../errors/compact-error.js";
import { isRecord } from "../../text/is-record.js";
import { type EncodedEntry, isEntryKind } from "../entries/encode-entries.js";
import type { StoredEntry } from "../storage-adapter.js";

const VERSION = 1;
const LAST_NUMBER = 9_999_999_999;

export const batchName = (folder: string, number: number): string =>
  `${folder}${String(LAST_NUMBER - number).padStart(10, "0")}.jsonl`;

/** 0 for an object of another kind. */
export function batchNumber(name: string): number {
  const [, digits] = /\/(\d{10})\.jsonl$/.exec(name) ?? [];
  return digits === undefined ? 0 : LAST_NUMBER - Number(digits);
}

/** The first line of a batch: what the session is with this batch. */
export interface BatchHeader {
  readonly sessionId: string;
  /** Tells the batch of one writer from that of another under the same name. */
  readonly writer: string;
  /** Entries of the session up to here. */
  readonly entries: number;
  readonly firstTs: string;
  readonly lastTs: string;
}

/** What one append wrote. */
export interface EntryBatch {
  readonly header: BatchHeader;
  readonly entries: StoredEntry[];
}

/** The bytes of an object: a header and one line for each entry. */
export function encodeBatch(header: BatchHeader, entries: readonly EncodedEntry[]): Uint8Array {
  const lines = [
    JSON.stringify({ plimsoll: "entries", version: VERSION, ...header }),
    ...entries.map(entryLine),
    "",
  ];
  return new TextEncoder().encode(lines.join("\n"));
}

const entryLine = ({ kind, id, ts, json }: EncodedEntry): string =>
  `{"kind":"${kind}","id":${JSON.stringify(id)},"ts":"${ts}","data":${json}}`;

/** The same batch with other data where `change` gives some; lines that this release does not know stay as they are. */
export async function withOtherData(
  bytes: Uint8Array,
  key: string,
  change: (entry: StoredEntry) => Promise<unknown>,
): Promise<{ readonly bytes: Uint8Array; readonly changed: number }> {
  if (!decodeHeader(bytes, key)) throw damaged(key);
  const [header = "", ...lines] = new TextDecoder().decode(bytes).split("\n");
  const kept = [header];
  let changed = 0;
  for (const line of lines) {
    const entry = line === "" ? {} : parsed(new TextEncoder().encode(line), key);
    const data = isEntryKind(entry["kind"]) ? await change(entry as unknown as StoredEntry) : undefined;
    if (data !== undefined) changed += 1;
    kept.push(
      data === undefined
        ? line
        : entryLine({ ...(entry as unknown as StoredEntry), json: JSON.stringify(data) }),
    );
  }
  return { bytes: new TextEncoder().encode(kept.join("\n")), changed };
}

/** Undefined if the bytes end within the header. */
export function decodeHeader(bytes: Uint8Array, key: string): BatchHeader | undefined {
  const end = bytes.indexOf(0x0a);
  if (end < 0) return undefined;
  const header = parsed(bytes.subarray(0, end), key);
  if (header["plimsoll"] === "entries" && header["version"] === VERSION)
    return header as unknown as BatchHeader;
  throw new CompactError(
    "STORE_UNAVAILABLE",
    `The object ${key} is no batch of entries that this release can read. Use the release that wrote it, or a later one.`,
    { details: { path: key } },
  );
}

export function decodeBatch(bytes: Uint8Array, key: string): EntryBatch {
  const header = decodeHeader(bytes, key);
  if (!header) throw damaged(key);
  const entries: StoredEntry[] = [];
  let start = bytes.indexOf(0x0a) + 1;
  for (let end = bytes.indexOf(0x0a, start); end >= 0; end = bytes.indexOf(0x0a, start)) {
    const entry = parsed(bytes.subarray(start, end), key);
    if (!hasForm(entry)) throw damaged(key);
    if (isEntryKind(entry["kind"])) entries.push(entry as unknown as StoredEntry);
    start = end + 1;
  }
  if (start !== bytes.length) throw damaged(key);
  return { header, entries };
}

/** Of every entry, those of later releases too. */
const hasForm = ({ kind, id, ts }: Readonly<Record<string, unknown>>): boolean =>
  typeof kind === "string" && typeof id === "string" && typeof ts === "string";

function parsed(line: Uint8Array, key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
    if (isRecord(value)) return value;
  } catch (cause) {
    throw damaged(key, cause);
  }
  throw damaged(key);
}

function damaged(key: string, cause?: unknown): CompactError {
  return new CompactError(
    "STORE_UNAVAILABLE",
    `The object ${key} is damaged. Restore it from a backup, or delete it.`,
    {
      details: { path: key },
      cause,
    },
  );
}
