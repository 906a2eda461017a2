import { KeyedQueue } from "../../collections/keyed-queue.js";
import { CompactError } from "../../errors/compact-error.js";
import { isRecord } from "../../text/is-record.js";
import type { ArtifactCipher } from "../artifacts/artifact-cipher.js";
import { resealBytes, stopIfAborted } from "../artifacts/reseal-bytes.js";
import { ResealCount, type ResealOptions, type ResealReport } from "../artifacts/reseal-report.js";
import { exclusiveUse } from "../exclusive-use.js";
import type { EntryPart, StoredEntry } from "../storage-adapter.js";
import { type EncodedEntry, encodeEntries } from "./encode-entries.js";

/** The only key of data that is sealed. */
const SEALED = "plimsoll_sealed";

/** Sealed data opens only in its own session, and as the entry that it was written as. */
const contextOf = (sessionId: string, { kind, id }: Pick<StoredEntry, "kind" | "id">): string =>
  JSON.stringify(["entry", sessionId, kind, id]);

/**
 * Entries whose data is encrypted at rest; only kind, id and time stay readable. Reads entries from before there was
 * a key too. Without a cipher it only refuses, with what to do, to take sealed data for an entry's own.
 */
export function sealedEntries(part: EntryPart, cipher: ArtifactCipher | undefined): EntryPart {
  const queue = new KeyedQueue();
  const open = async (sessionId: string, entry: StoredEntry): Promise<StoredEntry> => {
    const sealed = sealedText(entry.data);
    if (sealed === undefined) return entry;
    if (cipher === undefined) throw needsKey(part.name, sessionId);
    const bytes = await cipher.open(Buffer.from(sealed, "base64"), contextOf(sessionId, entry));
    return { ...entry, data: JSON.parse(new TextDecoder().decode(bytes)) as unknown };
  };
  const append = async (sessionId: string, entries: readonly StoredEntry[]): Promise<void> => {
    if (cipher === undefined) return part.append(sessionId, entries);
    // Copied before anything is waited for, and written in the order of the calls.
    const encoded = encodeEntries(entries);
    return queue.run(sessionId, async () => {
      const sealed: StoredEntry[] = [];
      for (const entry of encoded) sealed.push(await sealEntry(entry, sessionId, cipher));
      await part.append(sessionId, sealed);
    });
  };
  return {
    name: part.name,
    append,
    async read(sessionId, kinds) {
      const opened: StoredEntry[] = [];
      for (const entry of await part.read(sessionId, kinds)) opened.push(await open(sessionId, entry));
      return opened;
    },
    async find(sessionId, ids) {
      const opened: (StoredEntry | undefined)[] = [];
      for (const entry of await part.find(sessionId, ids))
        opened.push(entry && (await open(sessionId, entry)));
      return opened;
    },
    sessions: () => part.sessions(),
    remove: (sessionId) => queue.run(sessionId, () => part.remove(sessionId)),
    sweep: (before, options) => part.sweep(before, options),
    ...(cipher && part.replaceData
      ? { resealEntries: (options) => resealEntries(part, cipher, options) }
      : {}),
    ...exclusiveUse(part),
    async close() {
      await queue.idle();
      await part.close();
    },
  };
}

/** Session by session; one that is done is passed over quickly when it is started again. */
async function resealEntries(
  part: EntryPart,
  cipher: ArtifactCipher,
  { signal, onProgress }: ResealOptions = {},
): Promise<ResealReport> {
  const count = new ResealCount(onProgress);
  for (const { sessionId } of await part.sessions()) {
    await part.replaceData?.(sessionId, async (entry) => {
      stopIfAborted(signal);
      const sealed = await resealedText(entry, sessionId, cipher);
      if (sealed === "current" || sealed === "unreadable") {
        count.add(sealed);
        return undefined;
      }
      count.add("resealed");
      return sealed;
    });
  }
  return count.report();
}

async function resealedText(
  entry: StoredEntry,
  sessionId: string,
  cipher: ArtifactCipher,
): Promise<"current" | "unreadable" | { readonly [SEALED]: string }> {
  const text = sealedText(entry.data);
  // From before there was a key.
  if (text === undefined) {
    const plain = new TextEncoder().encode(JSON.stringify(entry.data));
    return sealedData(await cipher.seal(plain, contextOf(sessionId, entry)));
  }
  const bytes = Buffer.from(text, "base64");
  if (cipher.isCurrent(bytes)) return "current";
  const resealed = await resealBytes(cipher, bytes, contextOf(sessionId, entry));
  return resealed ? sealedData(resealed) : "unreadable";
}

const sealedData = (bytes: Uint8Array): { readonly [SEALED]: string } => ({
  [SEALED]: Buffer.from(bytes).toString("base64"),
});

async function sealEntry(
  entry: EncodedEntry,
  sessionId: string,
  cipher: ArtifactCipher,
): Promise<StoredEntry> {
  const { kind, id, ts, json } = entry;
  const sealed = await cipher.seal(new TextEncoder().encode(json), contextOf(sessionId, entry));
  return { kind, id, ts, data: sealedData(sealed) };
}

function sealedText(data: unknown): string | undefined {
  if (!isRecord(data) || typeof data[SEALED] !== "string" || Object.keys(data).length !== 1) return undefined;
  return data[SEALED];
}

function needsKey(store: string, sessionId: string): CompactError {
  return new CompactError(
    "STORE_UNAVAILABLE",
    `The entries of session ${JSON.stringify(sessionId)} in the ${store} store are encrypted. Give the store the key that they were written with.`,
    { details: { store, sessionId } },
  );
}
