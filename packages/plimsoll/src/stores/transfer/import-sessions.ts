import { CompactError } from "../../errors/compact-error.js";
import { isRecord } from "../../text/is-record.js";
import { DEFAULT_TENANT } from "../archive.js";
import { isEntryKind } from "../entries/encode-entries.js";
import type { StorageAdapter, StoredEntry } from "../storage-adapter.js";
import { eraseSession } from "./erase-session.js";
import { EXPORT_VERSION, type ExportedArtifact } from "./export-line.js";

/** What came of an import. */
export interface ImportReport {
  readonly sessions: readonly string[];
  /** There already, and left as they are. */
  readonly skipped: readonly string[];
  readonly entries: number;
  readonly artifacts: number;
}

export interface ImportOptions {
  /** What becomes of a session that the store holds already. @default "refuse" */
  readonly existing?: "refuse" | "skip";
}

const ENTRIES_AT_ONCE = 200;

/**
 * Writes the sessions of an export into a store. A session is there as a whole or not at all: where a line is wrong or
 * missing, what was written of it is erased again.
 *
 * @throws CompactError `INVALID_INPUT` with the line; sessions before it are there.
 */
export async function importSessions(
  storage: StorageAdapter,
  lines: AsyncIterable<unknown> | Iterable<unknown>,
  { existing = "refuse" }: ImportOptions = {},
): Promise<ImportReport> {
  const known = new Set((await storage.sessions()).map(({ sessionId }) => sessionId));
  const importing = new Importing(storage, { known, existing });
  try {
    for await (const line of lines) await importing.take(line);
    return importing.report();
  } catch (error) {
    await importing.giveUp();
    throw error;
  }
}

class Importing {
  readonly #storage: StorageAdapter;
  readonly #known: Set<string>;
  readonly #existing: "refuse" | "skip";
  readonly #done: OpenSession[] = [];
  #open: OpenSession | undefined;
  #lines = 0;

  constructor(
    storage: StorageAdapter,
    { known, existing }: { readonly known: Set<string>; readonly existing: "refuse" | "skip" },
  ) {
    this.#storage = storage;
    this.#known = known;
    this.#existing = existing;
  }

  async take(line: unknown): Promise<void> {
    this.#lines++;
    if (this.#lines === 1) return checkHead(line);
    const given = sessionLine(line, this.#lines);
    this.#open ??= this.#begin(given.session);
    const { id } = this.#open;
    if (id !== given.session) throw wrong(this.#lines, `session ${quoted(id)} has no end before it`);
    if (!(await this.#open.take(given, this.#lines))) return;
    this.#known.add(id);
    this.#done.push(this.#open);
    this.#open = undefined;
  }

  /** @throws CompactError `INVALID_INPUT` if the export was cut off. */
  report(): ImportReport {
    if (this.#lines === 0) throw wrong(1, "the file is empty");
    if (this.#open) throw wrong(this.#lines, `the file ends within session ${quoted(this.#open.id)}`);
    const [skipped, taken] = [true, false].map((one) =>
      this.#done.filter(({ isSkipped }) => isSkipped === one),
    );
    const ids = (sessions: readonly OpenSession[] = []): string[] => sessions.map(({ id }) => id);
    return {
      sessions: ids(taken),
      skipped: ids(skipped),
      entries: this.#done.reduce((sum, { entries }) => sum + entries, 0),
      artifacts: this.#done.reduce((sum, { artifacts }) => sum + artifacts, 0),
    };
  }

  /** Takes back what was written of the session that did not end. */
  async giveUp(): Promise<void> {
    if (this.#open && !this.#open.isSkipped) await eraseSession(this.#storage, this.#open.id);
  }

  #begin(session: string): OpenSession {
    const isThere = this.#known.has(session);
    if (isThere && this.#existing === "refuse") throw alreadyThere(session);
    return new OpenSession(this.#storage, session, isThere);
  }
}

/** One session on its way into a store. */
class OpenSession {
  readonly id: string;
  readonly isSkipped: boolean;
  entries = 0;
  artifacts = 0;
  readonly #storage: StorageAdapter;
  readonly #seen = { entries: 0, artifacts: 0 };
  #waiting: StoredEntry[] = [];

  constructor(storage: StorageAdapter, id: string, isSkipped: boolean) {
    this.#storage = storage;
    this.id = id;
    this.isSkipped = isSkipped;
  }

  /** True if this was the last line of the session. */
  async take(line: Readonly<Record<string, unknown>>, number: number): Promise<boolean> {
    const { artifact, entry, end } = line;
    if (isArtifact(artifact)) await this.#artifact(artifact);
    else if (isEntry(entry)) await this.#entry(entry);
    else if (isRecord(end)) return this.#end(end, number);
    else throw wrong(number, "it is neither a payload nor an entry nor the end of a session");
    return false;
  }

  async #artifact({ id, kind, label, text, firstTs, lastTs }: ExportedArtifact): Promise<void> {
    this.#seen.artifacts++;
    if (this.isSkipped) return;
    const scope = { tenant: this.#storage.tenant ?? DEFAULT_TENANT, sessionId: this.id };
    const [stored] = await this.#storage.putArtifacts(scope, [{ kind, label, text, ts: firstTs }]);
    if (stored?.id !== id) throw otherIds(this.id, id);
    if (lastTs !== firstTs) await this.#storage.putArtifacts(scope, [{ kind, label, text, ts: lastTs }]);
    this.artifacts++;
  }

  async #entry(entry: StoredEntry): Promise<void> {
    this.#seen.entries++;
    if (this.isSkipped) return;
    this.#waiting.push(entry);
    if (this.#waiting.length >= ENTRIES_AT_ONCE) await this.#write();
  }

  async #end(end: Readonly<Record<string, unknown>>, number: number): Promise<boolean> {
    const { entries, artifacts } = this.#seen;
    if (end["entries"] !== entries || end["artifacts"] !== artifacts)
      throw wrong(
        number,
        `session ${quoted(this.id)} should have ${String(end["entries"])} entries and ${String(end["artifacts"])} payloads, and has ${entries} and ${artifacts}`,
      );
    await this.#write();
    return true;
  }

  async #write(): Promise<void> {
    const entries = this.#waiting;
    this.#waiting = [];
    if (entries.length > 0) await this.#storage.append(this.id, entries);
    this.entries += entries.length;
  }
}

function checkHead(line: unknown): void {
  if (!isRecord(line) || line["plimsoll"] !== "export")
    throw wrong(1, "it is not the head of an export; make one with: compactctl export");
  const { version } = line;
  if (typeof version === "number" && version <= EXPORT_VERSION) return;
  throw wrong(1, `the export has version ${String(version)}, and this release reads up to ${EXPORT_VERSION}`);
}

function sessionLine(
  line: unknown,
  number: number,
): Readonly<Record<string, unknown>> & { readonly session: string } {
  if (isRecord(line) && typeof line["session"] === "string")
    return line as Readonly<Record<string, unknown>> & { session: string };
  throw wrong(number, "it names no session");
}

function isEntry(value: unknown): value is StoredEntry {
  return (
    isRecord(value) &&
    isEntryKind(value["kind"]) &&
    typeof value["id"] === "string" &&
    typeof value["ts"] === "string" &&
    "data" in value
  );
}

function isArtifact(value: unknown): value is ExportedArtifact {
  return (
    isRecord(value) &&
    (["id", "kind", "label", "text", "firstTs", "lastTs"] as const).every(
      (key) => typeof value[key] === "string",
    )
  );
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 80));

function wrong(number: number, reason: string): CompactError {
  return new CompactError("INVALID_INPUT", `Line ${number} of the export cannot be read: ${reason}.`, {
    details: { line: number },
  });
}

function alreadyThere(session: string): CompactError {
  return new CompactError(
    "INVALID_INPUT",
    `The store holds session ${quoted(session)} already. Erase it first, or skip what is there.`,
    { details: { sessionId: session } },
  );
}

function otherIds(session: string, id: string): CompactError {
  return new CompactError(
    "INVALID_CONFIG",
    `The payload ${id} of session ${quoted(session)} would have another id in this store, and its evidence would point nowhere. ` +
      "Ids depend on the key: give this store the key or the key ring of the one that was exported.",
    { details: { sessionId: session, artifact: id } },
  );
}
