import { CompactError } from "../../errors/compact-error.js";
import type { Unwritten } from "../archive.js";
import type {
  Artifact,
  ArtifactInfo,
  ArtifactInput,
  ArtifactScope,
  ArtifactSession,
} from "../artifacts/artifact.js";
import { artifactPage, compareArtifacts, compareArtifactSessions } from "../artifacts/artifact-page.js";
import { bestHits } from "../artifacts/best-hits.js";
import { countFoldedWords, foldWords } from "../artifacts/count-words.js";
import { validateArtifactInputs } from "../artifacts/validate-artifact-inputs.js";
import { validateArtifactScope } from "../artifacts/validate-artifact-scope.js";
import { encodeEntries, passEntry } from "../entries/encode-entries.js";
import { KeyedQueue } from "../../collections/keyed-queue.js";
import type { LegalHolds } from "../holds/legal-hold.js";
import { unlessHeld } from "../holds/unless-held.js";
import type {
  ArtifactSweepOptions,
  EntryKind,
  HeldSession,
  SessionInfo,
  StorageAdapter,
  StoredEntry,
  SweepOptions,
} from "../storage-adapter.js";
import { UNKNOWN_REVISION, useExclusively } from "../exclusive-use.js";
import { timestampMilliseconds } from "../timestamp-milliseconds.js";
import { validateSessionId } from "../validate-session-id.js";
import {
  Degradation,
  isCallersFault,
  sentence,
  STORE_PARTS,
  type StorePart,
  type StoreTrouble,
} from "./degradation.js";
import { KeptArtifacts, merged, scopeKey, union } from "./kept-artifacts.js";
import { KeptEntries } from "./kept-entries.js";

const DEFAULT_MAX_ENTRIES = 10_000;
const DEFAULT_MAX_CHARACTERS = 64 * 1024 * 1024;
/** A message names at most this many sessions and artifacts. */
const MAX_NAMED = 100;

export interface FallbackOptions {
  /** Called when the primary starts to fail, once until it works again. */
  readonly onDegraded: (error: unknown, operation: string) => void;
  /** Maximum entries in memory before `append` rejects. Default: 10,000. */
  readonly maxEntries?: number;
  /** Maximum characters of JSON in memory. Default: 64 Mi. */
  readonly maxCharacters?: number;
  /** Maximum characters of payloads in memory before `putArtifacts` rejects. Default: 64 Mi. */
  readonly maxArtifactCharacters?: number;
  /** ISO 8601, for when the trouble began. */
  readonly now?: () => string;
}

/** A store that reports what it keeps for a failing primary. */
export interface FallbackStorage extends StorageAdapter {
  /** Undefined while the primary works and has everything. */
  readonly trouble: StoreTrouble | undefined;
  /**
   * The entries and artifacts that exist only in memory, oldest first per session; available after `close` too.
   */
  unwritten(): Promise<Unwritten>;
  /** Tries to write what is kept. Never rejects. */
  retry(): Promise<void>;
}

/**
 * A store that continues when its primary fails: it keeps entries and artifacts in memory, reads see them, and
 * the next write hands them over. Beyond the limits writes reject with `STORE_UNAVAILABLE`, and so does `close`
 * if something is still kept. Deletions reject when the primary does; they are never faked.
 */
export function withFallback(primary: StorageAdapter, options: FallbackOptions): FallbackStorage {
  return new MemoryFallback(primary, options);
}

/** A session that cannot be held, because the store fails or another process does not let it go, is worked on anyway. */
async function orAnyway<T>(
  hold: (task: (held: HeldSession) => Promise<T>) => Promise<T>,
  onFailure: (error: unknown) => void,
  task: (held: HeldSession) => Promise<T>,
): Promise<T> {
  let hasBegun = false;
  const begin = (held: HeldSession): Promise<T> => {
    hasBegun = true;
    return task(held);
  };
  try {
    return await hold(begin);
  } catch (error) {
    if (hasBegun || isCallersFault(error)) throw error;
    onFailure(error);
    return task(UNKNOWN_REVISION);
  }
}

/** How something is written: to the primary, or else to memory. */
interface Write<T> {
  readonly part: StorePart;
  readonly key: string;
  readonly operation: string;
  store(): Promise<T>;
  keep(cause: unknown): T | Promise<T>;
}

class MemoryFallback implements FallbackStorage {
  readonly name: string;
  readonly artifactSalt: string;
  readonly tenant?: string;
  readonly exclusively?: NonNullable<StorageAdapter["exclusively"]>;
  readonly holds?: LegalHolds;
  readonly #primary: StorageAdapter;
  readonly #entries: KeptEntries;
  readonly #artifacts: KeptArtifacts;
  readonly #queue = new KeyedQueue();
  /** Of each part on its own: those of a split store fail and recover apart. */
  readonly #health: Readonly<Record<StorePart, Degradation>>;
  #closing: Promise<void> | undefined;

  constructor(primary: StorageAdapter, options: FallbackOptions) {
    const { maxEntries = DEFAULT_MAX_ENTRIES, maxCharacters = DEFAULT_MAX_CHARACTERS } = options;
    const { maxArtifactCharacters = DEFAULT_MAX_CHARACTERS } = options;
    const store = primary.name;
    this.name = store;
    this.artifactSalt = primary.artifactSalt ?? "";
    if (primary.tenant !== undefined) this.tenant = primary.tenant;
    this.#primary = primary;
    if (primary.holds) this.holds = primary.holds;
    if (primary.exclusively)
      this.exclusively = (sessionId, task) =>
        orAnyway(
          (begin) => useExclusively(primary, { sessionId }, begin),
          (error) => this.#health.entries.degrade(error, "lock a session"),
          task,
        );
    this.#entries = new KeptEntries({ store, maxEntries, maxCharacters });
    this.#artifacts = new KeptArtifacts({
      store,
      artifactSalt: this.artifactSalt,
      maxCharacters: maxArtifactCharacters,
    });
    const healthOf = (kept: { readonly isEmpty: boolean }): Degradation =>
      new Degradation({
        onDegraded: (error, operation) => options.onDegraded(error, operation),
        isEmpty: () => kept.isEmpty,
        ...(options.now ? { now: options.now } : {}),
      });
    this.#health = { entries: healthOf(this.#entries), artifacts: healthOf(this.#artifacts) };
  }

  get trouble(): StoreTrouble | undefined {
    const parts = STORE_PARTS.filter((part) => this.#health[part].failing);
    // What began first is what is wrong.
    const [first] = parts
      .map((part) => this.#health[part].failing)
      .filter((failing) => failing !== undefined)
      .sort((left, right) => Date.parse(left.since ?? "") - Date.parse(right.since ?? "") || 0);
    return first && { ...first, store: this.name, parts, ...this.#totals() };
  }

  async unwritten(): Promise<Unwritten> {
    return { entries: this.#entries.unwritten(), artifacts: await this.#artifacts.unwritten() };
  }

  async retry(): Promise<void> {
    if (!this.#isEmpty) await this.#handOverAll();
  }

  async append(sessionId: string, entries: readonly StoredEntry[]): Promise<void> {
    validateSessionId(sessionId);
    const encoded = encodeEntries(entries);
    if (encoded.length === 0) return;
    await this.#write({
      part: "entries",
      key: sessionKey(sessionId),
      operation: "append",
      store: async () => {
        await this.#entries.handOver(sessionId, this.#primary);
        await this.#primary.append(sessionId, encoded.map(passEntry));
      },
      keep: (cause) => this.#entries.add(sessionId, encoded, cause),
    });
  }

  async read(sessionId: string, kinds?: readonly EntryKind[]): Promise<StoredEntry[]> {
    validateSessionId(sessionId);
    return this.#queue.run(sessionKey(sessionId), async () => {
      const stored = await this.#health.entries.attempt("read", [], () =>
        this.#primary.read(sessionId, kinds),
      );
      return this.#entries.behind(stored, sessionId, kinds);
    });
  }

  async find(sessionId: string, ids: readonly string[]): Promise<(StoredEntry | undefined)[]> {
    validateSessionId(sessionId);
    return this.#queue.run(sessionKey(sessionId), async () => {
      const stored = await this.#health.entries.attempt("find", [], () => this.#primary.find(sessionId, ids));
      return ids.map((id, position) => stored[position] ?? this.#entries.find(sessionId, id));
    });
  }

  async sessions(): Promise<SessionInfo[]> {
    const stored = await this.#health.entries.attempt("sessions", [], () => this.#primary.sessions());
    return this.#entries.withKept(stored);
  }

  async remove(sessionId: string): Promise<boolean> {
    validateSessionId(sessionId);
    return this.#queue.run(sessionKey(sessionId), async () => {
      const wasStored = await this.#primary.remove(sessionId);
      const wasKept = this.#entries.delete(sessionId);
      this.#health.entries.recover();
      return wasStored || wasKept;
    });
  }

  async sweep(before: string, options: SweepOptions = {}): Promise<string[]> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    await this.#handOverAll();
    if (this.#entries.isEmpty) return this.#primary.sweep(before, options);
    // The primary alone would delete a session whose newest entries are only kept here.
    const infos = this.#entries.withKept(await this.#primary.sessions());
    const old = infos.filter((info) => Date.parse(info.lastTs) < limit).map((info) => info.sessionId);
    const swept: string[] = [];
    for (const sessionId of old)
      if (options.except?.(sessionId) !== true && (await unlessHeld(this.remove(sessionId))))
        swept.push(sessionId);
    return swept;
  }

  async putArtifacts(scope: ArtifactScope, artifacts: readonly ArtifactInput[]): Promise<ArtifactInfo[]> {
    const where = validateArtifactScope(scope);
    // Copied here, because the call may have to wait for its turn.
    const inputs = validateArtifactInputs(artifacts);
    return this.#write({
      part: "artifacts",
      key: scopeKey(where),
      operation: "put artifacts",
      store: async () => {
        await this.#artifacts.handOver(where, this.#primary);
        return this.#primary.putArtifacts(where, inputs);
      },
      keep: (cause) => this.#artifacts.add(where, inputs, cause),
    });
  }

  // Reads look at what is kept first: what is handed over in the meantime is then found twice, never not at all.

  async getArtifact(scope: ArtifactScope, id: string): Promise<Artifact | undefined> {
    const kept = await this.#artifacts.memory.getArtifact(scope, id);
    const stored = await this.#health.artifacts.attempt("get an artifact", undefined, () =>
      this.#primary.getArtifact(scope, id),
    );
    return stored && kept ? { ...stored, ...merged(stored, kept) } : (stored ?? kept);
  }

  async listArtifacts(
    scope: ArtifactScope,
    options?: { readonly limit?: number; readonly offset?: number },
  ): Promise<ArtifactInfo[]> {
    const { limit, offset } = artifactPage(options);
    const kept = await this.#artifacts.memory.listArtifacts(scope);
    const list = (page?: typeof options): Promise<ArtifactInfo[]> =>
      this.#health.artifacts.attempt("list artifacts", [], () => this.#primary.listArtifacts(scope, page));
    if (kept.length === 0) return list(options);
    return union(await list(), kept)
      .sort(compareArtifacts)
      .slice(offset, offset + limit);
  }

  async searchArtifacts(
    scope: ArtifactScope,
    words: readonly string[],
    options?: { readonly limit?: number },
  ): Promise<ArtifactInfo[]> {
    const { limit } = artifactPage(options);
    const kept = await this.#artifacts.memory.searchArtifacts(scope, words, options);
    const stored = await this.#health.artifacts.attempt("search artifacts", [], () =>
      this.#primary.searchArtifacts(scope, words, options),
    );
    if (kept.length === 0) return stored;
    const folded = foldWords(words);
    const ranked: { readonly info: ArtifactInfo; readonly found: number }[] = [];
    for (const info of union(stored, kept)) {
      const text = (await this.getArtifact(scope, info.id))?.text ?? "";
      ranked.push({ info, found: countFoldedWords(text, folded) });
    }
    return bestHits(ranked, limit);
  }

  async artifactSessions(tenant: string): Promise<ArtifactSession[]> {
    const kept = await this.#artifacts.memory.artifactSessions(tenant);
    const stored = await this.#health.artifacts.attempt("list artifact sessions", [], () =>
      this.#primary.artifactSessions(tenant),
    );
    const sessions = new Map([...kept, ...stored].map((session) => [session.sessionId, session]));
    for (const { sessionId } of kept) {
      const infos = await this.listArtifacts({ tenant, sessionId });
      const [newest] = infos;
      const characters = infos.reduce((sum, info) => sum + info.characters, 0);
      if (!newest) continue;
      sessions.set(sessionId, { sessionId, artifacts: infos.length, characters, lastTs: newest.lastTs });
    }
    return [...sessions.values()].sort(compareArtifactSessions);
  }

  async removeArtifacts(scope: ArtifactScope): Promise<number> {
    const where = validateArtifactScope(scope);
    return this.#queue.run(scopeKey(where), async () => {
      const kept = await this.#artifacts.memory.listArtifacts(where);
      const stored = kept.length === 0 ? [] : await this.#primary.listArtifacts(where);
      const removed = await this.#primary.removeArtifacts(where);
      await this.#artifacts.delete(where);
      this.#health.artifacts.recover();
      return removed + union(stored, kept).length - stored.length;
    });
  }

  async sweepArtifacts(before: string, options?: ArtifactSweepOptions): Promise<number> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    await this.#handOverAll();
    const held = (await this.#primary.holds?.list()) ?? [];
    const kept = { ...options, except: [...(options?.except ?? []), ...held] };
    const counted = await this.#artifacts.countTwice(this.#primary, limit, kept);
    const swept = await this.#primary.sweepArtifacts(before, options);
    // What is kept has its text here: the primary may sweep its own copy although it was renewed.
    return swept + (await this.#artifacts.memory.sweepArtifacts(before, kept)) - counted;
  }

  /**
   * Tries once more to write what is kept, and closes the primary in any case.
   *
   * @throws CompactError `STORE_UNAVAILABLE` with the numbers, if something could not be written.
   */
  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  get #isEmpty(): boolean {
    return this.#entries.isEmpty && this.#artifacts.isEmpty;
  }

  #totals(): { readonly entries: number; readonly artifacts: number; readonly characters: number } {
    const entries = this.#entries.totals();
    const artifacts = this.#artifacts.totals;
    return {
      entries: entries.entries,
      artifacts: artifacts.artifacts,
      characters: entries.characters + artifacts.characters,
    };
  }

  async #close(): Promise<void> {
    await this.#queue.idle();
    await this.#handOverAll({ isLast: true });
    const { trouble } = this;
    // Whoever was told that a part fails need not hear that closing does.
    const part = trouble?.parts[0] ?? "entries";
    await this.#health[part].attempt("close", undefined, () => this.#primary.close());
    if (!this.#isEmpty) throw await this.#unwrittenError(trouble?.reason ?? "it failed");
  }

  async #unwrittenError(reason: string): Promise<CompactError> {
    const totals = this.#totals();
    const lost = (await this.#artifacts.unwritten()).flatMap(({ artifacts }) => artifacts);
    const sessions = new Set([
      ...this.#entries.sessionIds,
      ...this.#artifacts.scopes.map(({ sessionId }) => sessionId),
    ]);
    const named = [...sessions].slice(0, MAX_NAMED);
    const shown = named.slice(0, 3).map((id) => JSON.stringify(id.slice(0, 80)));
    return new CompactError(
      "STORE_UNAVAILABLE",
      `The ${this.name} store closed without ${countOf(totals)} of ${sessions.size} sessions (${shown.join(", ")}${sessions.size > 3 ? ", …" : ""}) that it could not write: ${sentence(reason)} They are in memory until the process ends: read them with unwritten(), or repair the store and write them again.`,
      {
        details: {
          store: this.name,
          ...totals,
          ids: lost.slice(0, MAX_NAMED).map(({ id }) => id),
          sessions: named,
          reason,
        },
      },
    );
  }

  async #write<T>({ part, key, operation, store, keep }: Write<T>): Promise<T> {
    const { result, isStored } = await this.#queue.run(key, async () => {
      try {
        const stored = await store();
        this.#health[part].recover();
        return { result: stored, isStored: true };
      } catch (error) {
        if (isCallersFault(error)) throw error;
        this.#health[part].degrade(error, operation);
        return { result: await keep(error), isStored: false };
      }
    });
    if (isStored) await this.#handOverAll();
    return result;
  }

  /** Artifacts before the entries that refer to them. Either stops at its first failure: the next write tries again. */
  async #handOverAll({ isLast = false } = {}): Promise<void> {
    const artifacts = this.#artifacts.scopes.map((scope) => ({
      key: scopeKey(scope),
      handOver: () => this.#artifacts.handOver(scope, this.#primary),
    }));
    const entries = this.#entries.sessionIds.map((sessionId) => ({
      key: sessionKey(sessionId),
      handOver: () => this.#entries.handOver(sessionId, this.#primary),
    }));
    const attempts = [
      { part: "artifacts", operation: "put artifacts", waiting: artifacts },
      { part: "entries", operation: "append", waiting: entries },
    ] as const;
    for (const { part, operation, waiting } of attempts) {
      for (const { key, handOver } of waiting) {
        try {
          await this.#queue.run(key, handOver);
        } catch (error) {
          this.#health[part].degrade(error, operation);
          // The last time, nothing waits for anything else.
          if (!isLast) break;
        }
      }
      if (waiting.length > 0) this.#health[part].recover();
    }
  }
}

const sessionKey = (sessionId: string): string => `session ${sessionId}`;

function countOf({ entries, artifacts }: { readonly entries: number; readonly artifacts: number }): string {
  const parts = [entries > 0 ? `${entries} entries` : "", artifacts > 0 ? `${artifacts} artifacts` : ""];
  return parts.filter((part) => part !== "").join(" and ");
}
