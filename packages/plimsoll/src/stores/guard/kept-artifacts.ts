import { CompactError } from "../../errors/compact-error.js";
import type { UnwrittenArtifacts } from "../archive.js";
import type { Artifact, ArtifactInfo, ArtifactInput, ArtifactScope } from "../artifacts/artifact.js";
import { compareArtifacts } from "../artifacts/artifact-page.js";
import { MemoryArtifacts } from "../memory/memory-artifacts.js";
import { isExcepted } from "../holds/is-excepted.js";
import type { ArtifactPart, ArtifactSweepOptions } from "../storage-adapter.js";
import { isCallersFault } from "./degradation.js";

export interface KeptArtifactsOptions {
  /** The store that the artifacts wait for. */
  readonly store: string;
  /** The salt of the primary's ids, so that ids given while the store fails stay valid afterwards. */
  readonly artifactSalt: string;
  readonly maxCharacters: number;
}

/** Artifacts that a store could not write, kept in memory until it can. */
export class KeptArtifacts {
  /** The kept artifacts as a readable store. */
  readonly memory: ArtifactPart;
  readonly #options: KeptArtifactsOptions;
  readonly #scopes = new Map<string, ArtifactScope>();
  #totals = { artifacts: 0, characters: 0 };

  constructor(options: KeptArtifactsOptions) {
    const { maxCharacters, artifactSalt } = options;
    this.#options = options;
    this.memory = new MemoryArtifacts({ maxArtifactCharacters: maxCharacters, artifactSalt });
  }

  get isEmpty(): boolean {
    return this.#scopes.size === 0;
  }

  get scopes(): ArtifactScope[] {
    return [...this.#scopes.values()];
  }

  get totals(): { readonly artifacts: number; readonly characters: number } {
    return this.#totals;
  }

  /** @throws CompactError `STORE_UNAVAILABLE` beyond the bound. */
  async add(scope: ArtifactScope, inputs: readonly ArtifactInput[], cause: unknown): Promise<ArtifactInfo[]> {
    try {
      const infos = await this.memory.putArtifacts(scope, inputs);
      if (infos.length > 0) this.#scopes.set(scopeKey(scope), scope);
      await this.#count();
      return infos;
    } catch (error) {
      if (isCallersFault(error)) throw error;
      const { store, maxCharacters } = this.#options;
      throw new CompactError(
        "STORE_UNAVAILABLE",
        `The ${store} store fails and the artifacts kept in memory leave no room for more; repair the store, or raise maxArtifactCharacters (${maxCharacters}).`,
        { details: { maxArtifactCharacters: maxCharacters, artifacts: inputs.length }, cause },
      );
    }
  }

  async delete(scope: ArtifactScope): Promise<void> {
    await this.memory.removeArtifacts(scope);
    this.#scopes.delete(scopeKey(scope));
    await this.#count();
  }

  /** Writes a scope's kept artifacts to the store, then forgets them. */
  async handOver(scope: ArtifactScope, store: ArtifactPart): Promise<void> {
    if (!this.#scopes.has(scopeKey(scope))) return;
    for (const { text, kind, label, firstTs, lastTs } of await this.#artifacts(scope)) {
      await store.putArtifacts(scope, [
        { text, kind, label, ts: firstTs },
        { text, kind, label, ts: lastTs },
      ]);
    }
    await this.delete(scope);
  }

  /** How many artifacts a sweep will delete from the store that are kept here too: swept here as well, or renewed. */
  async countTwice(
    store: ArtifactPart,
    limit: number,
    { tenant, except }: ArtifactSweepOptions,
  ): Promise<number> {
    let count = 0;
    for (const scope of this.scopes) {
      if ((tenant !== undefined && scope.tenant !== tenant) || isExcepted(except, scope)) continue;
      const kept = new Set((await this.memory.listArtifacts(scope)).map(({ id }) => id));
      const stored = await store.listArtifacts(scope);
      count += stored.filter(({ id, lastTs }) => kept.has(id) && Date.parse(lastTs) < limit).length;
    }
    return count;
  }

  async unwritten(): Promise<UnwrittenArtifacts[]> {
    const all: UnwrittenArtifacts[] = [];
    for (const scope of this.scopes) all.push({ ...scope, artifacts: await this.#artifacts(scope) });
    return all;
  }

  /** Oldest first. */
  async #artifacts(scope: ArtifactScope): Promise<Artifact[]> {
    const artifacts: Artifact[] = [];
    for (const { id } of (await this.memory.listArtifacts(scope)).reverse()) {
      const artifact = await this.memory.getArtifact(scope, id);
      if (artifact) artifacts.push(artifact);
    }
    return artifacts;
  }

  async #count(): Promise<void> {
    const totals = { artifacts: 0, characters: 0 };
    for (const scope of this.scopes) {
      for (const info of await this.memory.listArtifacts(scope)) {
        totals.artifacts += 1;
        totals.characters += info.characters;
      }
    }
    this.#totals = totals;
  }
}

export function scopeKey({ tenant, sessionId }: ArtifactScope): string {
  return JSON.stringify([tenant, sessionId]);
}

/** The same artifact in both: the stored one describes it, the kept one has the newer time. */
export function merged(stored: ArtifactInfo, kept: ArtifactInfo): ArtifactInfo {
  return compareArtifacts(kept, stored) < 0 ? { ...stored, lastTs: kept.lastTs } : stored;
}

/** Every artifact of both once. */
export function union(stored: readonly ArtifactInfo[], kept: readonly ArtifactInfo[]): ArtifactInfo[] {
  const infos = new Map(stored.map((info) => [info.id, info]));
  for (const info of kept) {
    const known = infos.get(info.id);
    infos.set(info.id, known ? merged(known, info) : info);
  }
  return [...infos.values()];
}
