import { ownText } from "../../text/own-text.js";
import { CompactError } from "../../errors/compact-error.js";
import { artifactPage, compareArtifacts, compareArtifactSessions } from "../artifacts/artifact-page.js";
import { bestHits } from "../artifacts/best-hits.js";
import type {
  Artifact,
  ArtifactInfo,
  ArtifactInput,
  ArtifactScope,
  ArtifactSession,
} from "../artifacts/artifact.js";
import { isExcepted } from "../holds/is-excepted.js";
import type { ArtifactPart, ArtifactSweepOptions } from "../storage-adapter.js";
import { countFoldedWords, foldWords } from "../artifacts/count-words.js";
import { describeArtifact } from "../artifacts/describe-artifact.js";
import { type PackedText, packText, unpackText } from "../entries/packed-text.js";
import { timestampMilliseconds } from "../timestamp-milliseconds.js";
import {
  type CheckedArtifact,
  validateArtifactId,
  validateArtifactInputs,
} from "../artifacts/validate-artifact-inputs.js";
import { validateArtifactScope, validateTenant } from "../artifacts/validate-artifact-scope.js";

const MAX_CHARACTERS = 256 * 1024 * 1024;

export interface MemoryArtifactsOptions {
  /** Maximum characters of payloads before the store refuses more; 256 Mi by default. */
  readonly maxArtifactCharacters?: number;
  /** The salt of the ids, for payloads that move on to a store with such ids. */
  readonly artifactSalt?: string;
}

interface HeldText {
  readonly packed: PackedText;
  readonly characters: number;
  scopes: number;
}

/** The artifacts of a tenant: every text once, with its references. */
interface Tenant {
  readonly texts: Map<string, HeldText>;
  readonly sessions: Map<string, Map<string, ArtifactInfo>>;
}

/** Artifacts that live and end with the process, within a bound. */
export class MemoryArtifacts implements ArtifactPart {
  readonly name = "memory";
  readonly artifactSalt: string;
  readonly #maxCharacters: number;
  readonly #tenants = new Map<string, Tenant>();
  #characters = 0;

  constructor({ maxArtifactCharacters = MAX_CHARACTERS, artifactSalt = "" }: MemoryArtifactsOptions = {}) {
    this.#maxCharacters = maxArtifactCharacters;
    this.artifactSalt = artifactSalt;
  }

  async putArtifacts(scope: ArtifactScope, artifacts: readonly ArtifactInput[]): Promise<ArtifactInfo[]> {
    const where = validateArtifactScope(scope);
    const described = validateArtifactInputs(artifacts).map((artifact) => ({
      artifact,
      info: { ...describeArtifact(artifact.text, this.artifactSalt), ...fieldsOf(artifact) },
    }));
    if (described.length === 0) return [];
    const tenant = this.#tenants.get(where.tenant) ?? { texts: new Map(), sessions: new Map() };
    this.#ensureRoom(
      tenant,
      described.map(({ info }) => info),
    );
    this.#tenants.set(where.tenant, tenant);
    const session = tenant.sessions.get(where.sessionId) ?? new Map<string, ArtifactInfo>();
    tenant.sessions.set(where.sessionId, session);
    return described.map(({ artifact, info }) => {
      const known = session.get(info.id);
      if (!known) this.#hold(tenant, info.id, artifact.text);
      const stored = known ? renewed(known, artifact) : info;
      session.set(info.id, stored);
      return { ...stored };
    });
  }

  async getArtifact(scope: ArtifactScope, id: string): Promise<Artifact | undefined> {
    const { tenant, sessionId } = validateArtifactScope(scope);
    const found = this.#tenants.get(tenant)?.sessions.get(sessionId)?.get(validateArtifactId(id));
    const held = found && this.#tenants.get(tenant)?.texts.get(found.id);
    return held && { ...found, text: unpackText(held.packed) };
  }

  async listArtifacts(
    scope: ArtifactScope,
    options?: { readonly limit?: number; readonly offset?: number },
  ): Promise<ArtifactInfo[]> {
    const { limit, offset } = artifactPage(options);
    return this.#infos(scope)
      .sort(compareArtifacts)
      .slice(offset, offset + limit);
  }

  async searchArtifacts(
    scope: ArtifactScope,
    words: readonly string[],
    options?: { readonly limit?: number },
  ): Promise<ArtifactInfo[]> {
    const { limit } = artifactPage(options);
    const folded = foldWords(words);
    const texts = this.#tenants.get(validateArtifactScope(scope).tenant)?.texts;
    const hits = this.#infos(scope)
      .map((info) => ({
        info,
        found: countFoldedWords(unpackText(texts?.get(info.id)?.packed ?? ""), folded),
      }))
      .filter(({ found }) => found > 0);
    return bestHits(hits, limit);
  }

  async artifactSessions(tenant: string): Promise<ArtifactSession[]> {
    const held = this.#tenants.get(validateTenant(tenant))?.sessions ?? new Map<string, never>();
    return [...held]
      .map(([sessionId, artifacts]) => sessionOf(sessionId, [...artifacts.values()]))
      .sort(compareArtifactSessions);
  }

  async removeArtifacts(scope: ArtifactScope): Promise<number> {
    const { tenant: name, sessionId } = validateArtifactScope(scope);
    return this.#drop(name, sessionId, () => true);
  }

  async sweepArtifacts(before: string, options: ArtifactSweepOptions = {}): Promise<number> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    const names = options.tenant === undefined ? [...this.#tenants.keys()] : [validateTenant(options.tenant)];
    let swept = 0;
    for (const name of names) {
      for (const sessionId of this.#tenants.get(name)?.sessions.keys() ?? []) {
        if (isExcepted(options.except, { tenant: name, sessionId })) continue;
        swept += this.#drop(name, sessionId, ({ lastTs }) => Date.parse(lastTs) < limit);
      }
    }
    return swept;
  }

  async close(): Promise<void> {}

  #infos(scope: ArtifactScope): ArtifactInfo[] {
    const { tenant, sessionId } = validateArtifactScope(scope);
    const session = this.#tenants.get(tenant)?.sessions.get(sessionId);
    return [...(session?.values() ?? [])].map((info) => ({ ...info }));
  }

  #ensureRoom(tenant: Tenant, infos: readonly ArtifactInfo[]): void {
    const added = new Map(
      infos.filter(({ id }) => !tenant.texts.has(id)).map(({ id, characters }) => [id, characters]),
    );
    const wanted = [...added.values()].reduce((sum, characters) => sum + characters, 0);
    if (this.#characters + wanted <= this.#maxCharacters) return;
    throw new CompactError(
      "STORE_UNAVAILABLE",
      `The memory store for artifacts holds ${this.#characters} characters and cannot take ${wanted} more; ` +
        `its limit is ${this.#maxCharacters}. Raise \`maxArtifactCharacters\`, or remove or sweep artifacts.`,
      { details: { held: this.#characters, wanted, maximum: this.#maxCharacters } },
    );
  }

  #hold(tenant: Tenant, id: string, text: string): void {
    const held = tenant.texts.get(id);
    if (held) held.scopes += 1;
    else {
      tenant.texts.set(id, { packed: packText(text), characters: text.length, scopes: 1 });
      this.#characters += text.length;
    }
  }

  #drop(name: string, sessionId: string, isDropped: (info: ArtifactInfo) => boolean): number {
    const tenant = this.#tenants.get(name);
    const session = tenant?.sessions.get(sessionId);
    if (!tenant || !session) return 0;
    const dropped = [...session.values()].filter(isDropped);
    for (const { id } of dropped) {
      session.delete(id);
      this.#release(tenant, id);
    }
    if (session.size === 0) tenant.sessions.delete(sessionId);
    if (tenant.sessions.size === 0) this.#tenants.delete(name);
    return dropped.length;
  }

  #release(tenant: Tenant, id: string): void {
    const held = tenant.texts.get(id);
    if (!held) return;
    held.scopes -= 1;
    if (held.scopes > 0) return;
    tenant.texts.delete(id);
    this.#characters -= held.characters;
  }
}

function fieldsOf({ kind, label, ts }: CheckedArtifact): Omit<ArtifactInfo, "id" | "characters" | "lines"> {
  return { kind, label: ownText(label), firstTs: ts, lastTs: ts };
}

function renewed(known: ArtifactInfo, { ts, time }: CheckedArtifact): ArtifactInfo {
  return time > Date.parse(known.lastTs) ? { ...known, lastTs: ts } : known;
}

function sessionOf(sessionId: string, infos: readonly ArtifactInfo[]): ArtifactSession {
  return {
    sessionId,
    artifacts: infos.length,
    characters: infos.reduce((sum, { characters }) => sum + characters, 0),
    lastTs: infos.toSorted(compareArtifacts)[0]?.lastTs ?? "",
  };
}
