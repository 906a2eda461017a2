import { KeyedQueue } from "../../collections/keyed-queue.js";
import { sha256 } from "../../text/sha256.js";
import { artifactBytes, artifactText } from "../artifacts/artifact-bytes.js";
import type { ArtifactCipher } from "../artifacts/artifact-cipher.js";
import { artifactPage, compareArtifactSessions } from "../artifacts/artifact-page.js";
import type {
  Artifact,
  ArtifactInfo,
  ArtifactInput,
  ArtifactScope,
  ArtifactSession,
} from "../artifacts/artifact.js";
import { bestHits } from "../artifacts/best-hits.js";
import { countFoldedWords, foldWords } from "../artifacts/count-words.js";
import { describeArtifact } from "../artifacts/describe-artifact.js";
import { requireCipher, stopIfAborted } from "../artifacts/reseal-bytes.js";
import { ResealCount, type ResealOptions, type ResealReport } from "../artifacts/reseal-report.js";
import {
  type CheckedArtifact,
  validateArtifactId,
  validateArtifactInputs,
} from "../artifacts/validate-artifact-inputs.js";
import { validateArtifactScope, validateTenant } from "../artifacts/validate-artifact-scope.js";
import type { ArtifactPart, ArtifactSweepOptions } from "../storage-adapter.js";
import { timestampMilliseconds } from "../timestamp-milliseconds.js";
import { type ArtifactName, artifactFileName, compareNames, parseArtifactName } from "./artifact-name.js";
import {
  type ArtifactHeader,
  decodeArtifact,
  encodeArtifact,
  headerEnd,
  resealArtifact,
} from "./artifact-object.js";
import { inParallel } from "./in-parallel.js";
import type { S3Objects } from "./s3-objects.js";
import { unfinishedUploads } from "./unfinished-uploads.js";

const HEADER_BYTES = 4096;
const ROOT = "artifacts/";

/**
 * Artifacts as objects, one for each artifact of a scope and the time when it was last stored. The time is part of the
 * name, so deleting an expired one can never hit one that a writer renewed in the meantime. A search reads every payload of its scope.
 */
export class S3Artifacts implements ArtifactPart {
  readonly name = "s3";
  readonly #objects: S3Objects;
  readonly #cipher: ArtifactCipher | undefined;
  readonly #queue = new KeyedQueue();

  get artifactSalt(): string {
    return this.#cipher?.salt ?? "";
  }

  constructor(objects: S3Objects, cipher: ArtifactCipher | undefined) {
    this.#objects = objects;
    this.#cipher = cipher;
  }

  async putArtifacts(scope: ArtifactScope, artifacts: readonly ArtifactInput[]): Promise<ArtifactInfo[]> {
    const where = validateArtifactScope(scope);
    const inputs = validateArtifactInputs(artifacts);
    if (inputs.length === 0) return [];
    return this.#queue.run(folderOf(where), async () => {
      const infos: ArtifactInfo[] = [];
      const names = await this.#names(folderOf(where));
      for (const input of inputs) infos.push(await this.#put(where, input, names));
      return infos;
    });
  }

  async getArtifact(scope: ArtifactScope, id: string): Promise<Artifact | undefined> {
    const where = validateArtifactScope(scope);
    validateArtifactId(id);
    if (!/^art_[0-9a-f]{32}$/.test(id)) return undefined;
    // Another process may renew it between the two requests, which changes its name.
    for (;;) {
      const [newest] = await this.#names(`${folderOf(where)}${id}.`);
      if (!newest) return undefined;
      const artifact = await this.#read(newest);
      if (artifact) return artifact;
    }
  }

  async listArtifacts(
    scope: ArtifactScope,
    options?: { readonly limit?: number; readonly offset?: number },
  ): Promise<ArtifactInfo[]> {
    const where = validateArtifactScope(scope);
    const { limit, offset } = artifactPage(options);
    const names = newestOfEach(await this.#names(folderOf(where))).slice(offset, offset + limit);
    const infos = await inParallel(names, (name) => this.#info(name));
    return infos.flatMap((header) => (header ? [header.info] : []));
  }

  async searchArtifacts(
    scope: ArtifactScope,
    words: readonly string[],
    options?: { readonly limit?: number },
  ): Promise<ArtifactInfo[]> {
    const where = validateArtifactScope(scope);
    const { limit } = artifactPage(options);
    const folded = foldWords(words);
    if (folded.length === 0 || limit === 0) return [];
    const hits: { readonly info: ArtifactInfo; readonly found: number }[] = [];
    for (const name of newestOfEach(await this.#names(folderOf(where)))) {
      const artifact = await this.#read(name);
      if (!artifact) continue;
      const { text, ...info } = artifact;
      const found = countFoldedWords(text, folded);
      if (found > 0) hits.push({ info, found });
    }
    return bestHits(hits, limit);
  }

  async artifactSessions(tenant: string): Promise<ArtifactSession[]> {
    const sessions: ArtifactSession[] = [];
    for await (const folder of this.#objects.folders(tenantFolder(validateTenant(tenant)))) {
      const names = newestOfEach(await this.#names(folder));
      const newest = names[0] && (await this.#info(names[0]));
      if (!newest) continue;
      sessions.push({
        sessionId: newest.sessionId,
        artifacts: names.length,
        characters: names.reduce((sum, { characters }) => sum + characters, 0),
        lastTs: newest.info.lastTs,
      });
    }
    return sessions.sort(compareArtifactSessions);
  }

  async removeArtifacts(scope: ArtifactScope): Promise<number> {
    const folder = folderOf(validateArtifactScope(scope));
    return this.#queue.run(folder, async () => {
      const names = await this.#names(folder);
      // Parts of a payload that was never whole. Uploads that begin from now on belong to what is stored next.
      const uploads = await unfinishedUploads(this.#objects, folder);
      await inParallel(names, ({ key }) => this.#objects.remove(key));
      for (const { key, uploadId } of uploads) await this.#objects.abort(key, uploadId);
      await this.#objects.forget(folder);
      return newestOfEach(names).length;
    });
  }

  async sweepArtifacts(before: string, options: ArtifactSweepOptions = {}): Promise<number> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    const prefix = options.tenant === undefined ? ROOT : tenantFolder(validateTenant(options.tenant));
    const held = (options.except ?? []).map(({ tenant, sessionId }) =>
      sessionId === undefined ? tenantFolder(tenant) : folderOf({ tenant, sessionId }),
    );
    let swept = 0;
    for await (const key of this.#objects.names(prefix)) {
      const name = parseArtifactName(key);
      if (!name || name.time >= limit || held.some((folder) => key.startsWith(folder))) continue;
      await this.#objects.remove(key);
      swept += 1;
    }
    return swept;
  }

  async reseal({ signal, onProgress }: ResealOptions = {}): Promise<ResealReport> {
    const cipher = requireCipher(this.#cipher);
    const count = new ResealCount(onProgress);
    for await (const key of this.#objects.names(ROOT)) {
      stopIfAborted(signal);
      const found = parseArtifactName(key) && (await this.#objects.get(key));
      if (!found) continue;
      const resealed = await resealArtifact(found, cipher, key);
      if (typeof resealed === "string") count.add(resealed);
      else if (await this.#objects.replace(key, resealed)) count.add("resealed");
    }
    return count.report();
  }

  async close(): Promise<void> {
    await this.#queue.idle();
  }

  async #put(scope: ArtifactScope, input: CheckedArtifact, names: ArtifactName[]): Promise<ArtifactInfo> {
    const { id, characters, lines } = describeArtifact(input.text, this.#cipher?.salt);
    const held = names.filter((name) => name.id === id).sort(compareNames);
    const known = held[0] && (await this.#info(held[0]))?.info;
    if (known && (held[0]?.time ?? 0) >= input.time) return known;
    const { kind, label, ts, time } = input;
    const info = known
      ? { ...known, lastTs: ts }
      : { id, characters, lines, kind, label, firstTs: ts, lastTs: ts };
    const key = folderOf(scope) + artifactFileName({ id, time, characters });
    const payload = artifactBytes(input.text);
    await this.#objects.write(
      key,
      await encodeArtifact({ sessionId: scope.sessionId, info }, payload, { key, cipher: this.#cipher }),
    );
    names.push({ key, id, time, characters });
    for (const name of held) {
      await this.#objects.remove(name.key);
      names.splice(names.indexOf(name), 1);
    }
    return info;
  }

  /** Newest first. */
  async #names(prefix: string): Promise<ArtifactName[]> {
    const names: ArtifactName[] = [];
    for await (const key of this.#objects.names(prefix)) {
      const name = parseArtifactName(key);
      if (name) names.push(name);
    }
    return names.sort(compareNames);
  }

  async #read({ key }: ArtifactName): Promise<Artifact | undefined> {
    const bytes = await this.#objects.get(key);
    if (!bytes) return undefined;
    const { header, payload } = await decodeArtifact(bytes, { key, cipher: this.#cipher });
    return { ...header.info, text: artifactText(payload) };
  }

  /** The header of an object without its payload; undefined if it is gone. */
  async #info({ key }: ArtifactName): Promise<ArtifactHeader | undefined> {
    let bytes = await this.#objects.get(key, { first: 0, last: HEADER_BYTES - 1 });
    if (bytes && headerEnd(bytes, key) > bytes.length)
      bytes = await this.#objects.get(key, { first: 0, last: headerEnd(bytes, key) - 1 });
    return bytes && (await decodeArtifact(bytes, { key, cipher: this.#cipher, isHeaderOnly: true })).header;
  }
}

function newestOfEach(names: readonly ArtifactName[]): ArtifactName[] {
  const seen = new Set<string>();
  return names.filter(({ id }) => !seen.has(id) && seen.add(id));
}

const hashed = (name: string): string => sha256(name).slice(0, 32);
const tenantFolder = (tenant: string): string => `${ROOT}${hashed(tenant)}/`;
const folderOf = ({ tenant, sessionId }: ArtifactScope): string =>
  `${tenantFolder(tenant)}${hashed(sessionId)}/`;
