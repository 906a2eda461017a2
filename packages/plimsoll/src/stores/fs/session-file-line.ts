import { CompactError } from "../../errors/compact-error.js";
import type { EncodedEntry } from "../entries/encode-entries.js";
import { isEntryKind } from "../entries/encode-entries.js";
import type { StoredEntry } from "../storage-adapter.js";

const FORMAT_VERSION = 1;

interface SessionFileHeader {
  readonly version: unknown;
  readonly sessionId: unknown;
}

export type SessionFileLine =
  | { readonly header: SessionFileHeader; readonly entry?: never }
  | { readonly entry: StoredEntry; readonly header?: never };

export function headerLine(sessionId: string): string {
  return `${JSON.stringify({ plimsoll: "session", version: FORMAT_VERSION, sessionId })}\n`;
}

/** Kind, id and time come first, so the start of a line identifies it. */
export function entryLine(entry: EncodedEntry): string {
  const { kind, id, ts, json } = entry;
  return `{"kind":"${kind}","id":${JSON.stringify(id)},"ts":${JSON.stringify(ts)},"data":${json}}\n`;
}

/** The first bytes of every entry line, and of no header. */
export const ENTRY_LINE_START: Buffer = Buffer.from('{"kind":');

/**
 * The content of a line; undefined for a torn, foreign or empty one and for kinds of a later release. No proper
 * prefix of a line parses, so a torn line never passes for a whole one.
 */
export function parseLine(bytes: Buffer): SessionFileLine | undefined {
  const value = parseJson(bytes);
  if (typeof value !== "object" || value === null) return undefined;
  const record = value as Readonly<Record<string, unknown>>;
  if (record.plimsoll === "session") {
    return { header: { version: record.version, sessionId: record.sessionId } };
  }
  const { kind, id, ts, data } = record;
  if (!isEntryKind(kind) || typeof id !== "string" || typeof ts !== "string") return undefined;
  return { entry: { kind, id, ts, data } };
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length < 2) return undefined;
  try {
    return JSON.parse(bytes.toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
}

export function isKnownVersion(header: SessionFileHeader): boolean {
  return header.version === FORMAT_VERSION;
}

/** Throws unless this release can read the file, and the file belongs to the session. */
export function checkHeader(
  header: SessionFileHeader,
  expected: { readonly path: string; readonly sessionId: string },
): void {
  const { path, sessionId } = expected;
  if (!isKnownVersion(header)) {
    throw new CompactError(
      "STORE_UNAVAILABLE",
      `${path} has format version ${String(header.version)}; this release reads version ${FORMAT_VERSION}. Use the release that wrote it, or a later one.`,
      { details: { path, version: header.version, supported: FORMAT_VERSION } },
    );
  }
  if (header.sessionId !== sessionId) {
    throw new CompactError(
      "STORE_UNAVAILABLE",
      `${path} does not hold session ${JSON.stringify(sessionId)}: a file of the archive was renamed or copied. Move it out of the folder.`,
      { details: { path, sessionId, found: header.sessionId } },
    );
  }
}
