import { CompactError } from "../../errors/compact-error.js";
import type { UnwrittenArtifacts } from "../archive.js";
import { artifactPage, compareArtifacts, compareArtifactSessions } from "../artifacts/artifact-page.js";
import type {
  Artifact,
  ArtifactInfo,
  ArtifactInput,
  ArtifactScope,
  ArtifactSession,
  ArtifactStore,
} from "../artifact-store.js";
import { countFoldedWords, foldWords } from "../artifacts/count-words.js";
import { Degradation, isCallersFault, sentence, type StoreTrouble } from "./degradation.js";
import { KeyedQueue } from "../keyed-queue.js";
import { memoryArtifacts } from "../memory/memory-artifacts.js";
import { timestampMilliseconds } from "../timestamp-milliseconds.js";
import { validateArtifactInputs } from "../artifacts/validate-artifact-inputs.js";
import { validateArtifactScope } from "../artifacts/validate-artifact-scope.js";

const DEFAULT_MAX_CHARACTERS = 64 * 1024 * 1024;
/** A message names at most this many artifacts. */
const MAX_NAMED = 100;

export interface ArtifactFallbackOptions {
  /** Called when the primary starts to fail, once until it works again. */
  readonly onDegraded: (error: unknown, operation: string) => void;
  /** How many characters of payloads are kept in memory before `put` rejects; 64 Mi unless told. */
  readonly maxCharacters?: number;
  /** ISO 8601, for when the trouble began. */
  readonly now?: () => string;
}

/** An artifact store that says what it keeps for a primary that fails. */
export interface FallbackArtifacts extends ArtifactStore {
  /** Undefined while the primary works and has everything. */
  readonly trouble: StoreTrouble | undefined;
  /** What is in memory only, oldest first in each scope; also after `close`. */
  unwritten(): Promise<UnwrittenArtifacts[]>;
  /** Tries to hand over what is kept. Never rejects. */
  retry(): Promise<void>;
}

/**
 * An artifact store that goes on when its primary fails: payloads are kept in memory, reads see them, and the next
 * put hands them over. Beyond the bound `put` rejects with `STORE_UNAVAILABLE`, and so does `close` where something is
 * still kept. Deletions are never pretended: `remove` and `sweep` reject when the primary does.
 */
export function withArtifactFallback(
  primary: ArtifactStore,
  options: ArtifactFallbackOptions,
): FallbackArtifacts {
  return new MemoryArtifactFallback(primary, options);
}

class MemoryArtifactFallback implements FallbackArtifacts {
  readonly name: string;
  /** Ids are the same whoever keeps a payload. */
  readonly salt: string;
  readonly #primary: ArtifactStore;
  readonly #options: ArtifactFallbackOptions;
  readonly #kept: ArtifactStore;
  readonly #keptScopes = new Map<string, ArtifactScope>();
  #keptCounts = { kept: 0, characters: 0 };
  readonly #queue = new KeyedQueue();
  readonly #health: Degradation;
  #closing: Promise<void> | undefined;

  constructor(primary: ArtifactStore, options: ArtifactFallbackOptions) {
    const { maxCharacters = DEFAULT_MAX_CHARACTERS } = options;
    this.name = primary.name;
    this.salt = primary.salt ?? "";
    this.#primary = primary;
    this.#options = options;
    this.#health = new Degradation({
      onDegraded: (error, operation) => options.onDegraded(error, operation),
      isEmpty: () => this.#keptScopes.size === 0,
      ...(options.now ? { now: options.now } : {}),
    });
    // An id that is given while the primary fails must be right when it works again.
    this.#kept = memoryArtifacts({ maxCharacters, salt: this.salt });
  }

  get trouble(): StoreTrouble | undefined {
    const { failing } = this.#health;
    return failing && { ...failing, store: this.name, ...this.#keptCounts };
  }

  async unwritten(): Promise<UnwrittenArtifacts[]> {
    const all: UnwrittenArtifacts[] = [];
    for (const scope of this.#keptScopes.values()) {
      const artifacts: Artifact[] = [];
      for (const { id } of (await this.#kept.list(scope)).reverse()) {
        const artifact = await this.#kept.get(scope, id);
        if (artifact) artifacts.push(artifact);
      }
      all.push({ ...scope, artifacts });
    }
    return all;
  }

  async retry(): Promise<void> {
    if (this.#keptScopes.size > 0) await this.#handOverAll();
  }

  async put(scope: ArtifactScope, artifacts: readonly ArtifactInput[]): Promise<ArtifactInfo[]> {
    const where = validateArtifactScope(scope);
    const key = scopeKey(where);
    // Copied here, because the call may have to wait for its turn.
    const inputs = validateArtifactInputs(artifacts);
    const { infos, isStored } = await this.#queue.run(key, () => this.#store(where, inputs));
    if (isStored) await this.#handOverAll();
    return infos;
  }

  // Reads look at what is kept first: what is handed over in the meantime is then found twice, never not at all.

  async get(scope: ArtifactScope, id: string): Promise<Artifact | undefined> {
    const kept = await this.#kept.get(scope, id);
    const stored = await this.#health.attempt("get", undefined, () => this.#primary.get(scope, id));
    return stored && kept ? { ...stored, ...merged(stored, kept) } : (stored ?? kept);
  }

  async list(
    scope: ArtifactScope,
    options?: { readonly limit?: number; readonly offset?: number },
  ): Promise<ArtifactInfo[]> {
    const { limit, offset } = artifactPage(options);
    const kept = await this.#kept.list(scope);
    if (kept.length === 0) return this.#health.attempt("list", [], () => this.#primary.list(scope, options));
    const stored = await this.#health.attempt("list", [], () => this.#primary.list(scope));
    return union(stored, kept)
      .sort(compareArtifacts)
      .slice(offset, offset + limit);
  }

  async search(
    scope: ArtifactScope,
    words: readonly string[],
    options?: { readonly limit?: number },
  ): Promise<ArtifactInfo[]> {
    const { limit } = artifactPage(options);
    const kept = await this.#kept.search(scope, words, options);
    const stored = await this.#health.attempt("search", [], () =>
      this.#primary.search(scope, words, options),
    );
    if (kept.length === 0) return stored;
    const folded = foldWords(words);
    const ranked: { readonly info: ArtifactInfo; readonly found: number }[] = [];
    for (const info of union(stored, kept)) {
      const text = (await this.get(scope, info.id))?.text ?? "";
      ranked.push({ info, found: countFoldedWords(text, folded) });
    }
    return ranked
      .sort((left, right) => right.found - left.found || compareArtifacts(left.info, right.info))
      .slice(0, limit)
      .map(({ info }) => info);
  }

  async sessions(tenant: string): Promise<ArtifactSession[]> {
    const kept = await this.#kept.sessions(tenant);
    const stored = await this.#health.attempt("sessions", [], () => this.#primary.sessions(tenant));
    const sessions = new Map([...kept, ...stored].map((session) => [session.sessionId, session]));
    for (const { sessionId } of kept) {
      const infos = await this.list({ tenant, sessionId });
      const [newest] = infos;
      const characters = infos.reduce((sum, info) => sum + info.characters, 0);
      if (!newest) continue;
      sessions.set(sessionId, { sessionId, artifacts: infos.length, characters, lastTs: newest.lastTs });
    }
    return [...sessions.values()].sort(compareArtifactSessions);
  }

  async remove(scope: ArtifactScope): Promise<number> {
    const where = validateArtifactScope(scope);
    return this.#queue.run(scopeKey(where), async () => {
      const kept = await this.#kept.list(where);
      const stored = kept.length === 0 ? [] : await this.#primary.list(where);
      const removed = await this.#primary.remove(where);
      await this.#kept.remove(where);
      this.#keptScopes.delete(scopeKey(where));
      await this.#countKept();
      this.#health.recover();
      return removed + union(stored, kept).length - stored.length;
    });
  }

  async sweep(before: string, options?: { readonly tenant?: string }): Promise<number> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    await this.#handOverAll();
    const counted = await this.#countKeptTwice(limit, options?.tenant);
    const swept = await this.#primary.sweep(before, options);
    // What is kept has its text here: the primary may sweep its own copy although it was renewed.
    return swept + (await this.#kept.sweep(before, options)) - counted;
  }

  /**
   * Tries once more to hand over what is kept, and closes the primary in any case.
   *
   * @throws CompactError `STORE_UNAVAILABLE` with the numbers, where something could not be written.
   */
  async close(): Promise<void> {
    this.#closing ??= this.#close();
    await this.#closing;
  }

  async #close(): Promise<void> {
    await this.#queue.idle();
    await this.#handOverAll({ isLast: true });
    const { trouble } = this;
    await this.#health.attempt("close", undefined, () => this.#primary.close());
    const lost = (await this.unwritten()).flatMap(({ artifacts }) => artifacts);
    if (lost.length === 0) return;
    const reason = trouble?.reason ?? "it failed";
    const sessions = [...this.#keptScopes.values()].slice(0, MAX_NAMED).map(({ sessionId }) => sessionId);
    throw new CompactError(
      "STORE_UNAVAILABLE",
      `The ${this.name} store closed without ${lost.length} artifacts that it could not write: ${sentence(reason)} They are in memory until the process ends: read them with unwritten(), or repair the store and put them.`,
      {
        details: {
          store: this.name,
          artifacts: lost.length,
          ids: lost.slice(0, MAX_NAMED).map(({ id }) => id),
          sessions,
          reason,
        },
      },
    );
  }

  /** What the primary will sweep, but which is kept too: swept here as well, or renewed. */
  async #countKeptTwice(limit: number, tenant: string | undefined): Promise<number> {
    let count = 0;
    for (const scope of this.#keptScopes.values()) {
      if (tenant !== undefined && scope.tenant !== tenant) continue;
      const kept = new Set((await this.#kept.list(scope)).map(({ id }) => id));
      const stored = await this.#primary.list(scope);
      count += stored.filter(({ id, lastTs }) => kept.has(id) && Date.parse(lastTs) < limit).length;
    }
    return count;
  }

  async #store(
    scope: ArtifactScope,
    inputs: readonly ArtifactInput[],
  ): Promise<{ readonly infos: ArtifactInfo[]; readonly isStored: boolean }> {
    try {
      await this.#handOver(scope);
      const infos = await this.#primary.put(scope, inputs);
      this.#health.recover();
      return { infos, isStored: true };
    } catch (error) {
      if (isCallersFault(error)) throw error;
      this.#health.degrade(error, "put");
      return { infos: await this.#keep(scope, inputs, error), isStored: false };
    }
  }

  async #keep(
    scope: ArtifactScope,
    inputs: readonly ArtifactInput[],
    cause: unknown,
  ): Promise<ArtifactInfo[]> {
    try {
      const infos = await this.#kept.put(scope, inputs);
      if (infos.length > 0) this.#keptScopes.set(scopeKey(scope), scope);
      await this.#countKept();
      return infos;
    } catch (error) {
      if (isCallersFault(error)) throw error;
      const { maxCharacters = DEFAULT_MAX_CHARACTERS } = this.#options;
      throw new CompactError(
        "STORE_UNAVAILABLE",
        `The ${this.name} store fails and the artifacts kept in memory leave no room for more; repair the store, or raise maxCharacters (${maxCharacters}).`,
        { details: { maxCharacters, artifacts: inputs.length }, cause },
      );
    }
  }

  /** Runs inside the scope's queue. */
  async #handOver(scope: ArtifactScope): Promise<void> {
    if (!this.#keptScopes.has(scopeKey(scope))) return;
    for (const { id } of (await this.#kept.list(scope)).reverse()) {
      const artifact = await this.#kept.get(scope, id);
      if (!artifact) continue;
      const { text, kind, label, firstTs, lastTs } = artifact;
      await this.#primary.put(scope, [
        { text, kind, label, ts: firstTs },
        { text, kind, label, ts: lastTs },
      ]);
    }
    await this.#kept.remove(scope);
    this.#keptScopes.delete(scopeKey(scope));
    await this.#countKept();
  }

  async #countKept(): Promise<void> {
    const counts = { kept: 0, characters: 0 };
    for (const scope of this.#keptScopes.values()) {
      for (const info of await this.#kept.list(scope)) {
        counts.kept += 1;
        counts.characters += info.characters;
      }
    }
    this.#keptCounts = counts;
  }

  /** Stops at the first failure: the next put tries again. The last time, no scope waits for another. */
  async #handOverAll({ isLast = false } = {}): Promise<void> {
    for (const [key, scope] of this.#keptScopes) {
      try {
        await this.#queue.run(key, () => this.#handOver(scope));
      } catch (error) {
        this.#health.degrade(error, "put");
        if (!isLast) return;
      }
    }
    this.#health.recover();
  }
}

function scopeKey({ tenant, sessionId }: ArtifactScope): string {
  return JSON.stringify([tenant, sessionId]);
}

/** The same artifact in both: what was stored first says what it is, the newer one when it was stored last. */
function merged(stored: ArtifactInfo, kept: ArtifactInfo): ArtifactInfo {
  return compareArtifacts(kept, stored) < 0 ? { ...stored, lastTs: kept.lastTs } : stored;
}

function union(stored: readonly ArtifactInfo[], kept: readonly ArtifactInfo[]): ArtifactInfo[] {
  const infos = new Map(stored.map((info) => [info.id, info]));
  for (const info of kept) {
    const known = infos.get(info.id);
    infos.set(info.id, known ? merged(known, info) : info);
  }
  return [...infos.values()];
}
