import type { ArtifactCipher } from "../artifacts/artifact-cipher.js";
import { artifactPage, compareArtifactSessions } from "../artifacts/artifact-page.js";
import { ArtifactSeal } from "../artifacts/artifact-seal.js";
import { bestHits } from "../artifacts/best-hits.js";
import { findWords } from "../artifacts/find-words.js";
import type {
  Artifact,
  ArtifactInfo,
  ArtifactInput,
  ArtifactScope,
  ArtifactSession,
} from "../artifacts/artifact.js";
import type { ArtifactPart, ArtifactSweepOptions, FileSize } from "../storage-adapter.js";
import { foldWords } from "../artifacts/count-words.js";
import { describeArtifact } from "../artifacts/describe-artifact.js";
import {
  type ArtifactRow,
  findRow,
  listRows,
  listSessions,
  payloadData,
  payloadKey,
  type PreparedArtifact,
  type PreparedPayload,
  putArtifact,
  removeScope,
  searchCandidates,
  sweepBefore,
} from "./artifact-row.js";
import { resealRows } from "./reseal-rows.js";
import { requireCipher } from "../artifacts/reseal-bytes.js";
import type { ResealOptions, ResealReport } from "../artifacts/reseal-report.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import type { SqliteDriver } from "./sqlite-driver.js";
import { inTransaction } from "./migrate.js";
import { releaseSpace, vacuum } from "./release-space.js";
import { timestampMilliseconds } from "../timestamp-milliseconds.js";
import { validateArtifactId, validateArtifactInputs } from "../artifacts/validate-artifact-inputs.js";
import { validateArtifactScope, validateTenant } from "../artifacts/validate-artifact-scope.js";

/** A search scans longer texts: indexing them takes longer than many scans. */
const MAX_INDEXED_BYTES = 1024 * 1024;

/**
 * Artifacts in one SQLite file. With a cipher nothing is indexed, because an index would hold the plain text: a search
 * opens and reads every payload of its scope. Processes may share the file.
 */
export class SqliteArtifacts implements ArtifactPart {
  readonly name = "sqlite";
  readonly #database: SqliteDatabase;
  readonly #seal: ArtifactSeal;

  get artifactSalt(): string {
    return this.#seal.salt;
  }

  constructor(database: SqliteDatabase, cipher: ArtifactCipher | undefined) {
    this.#database = database;
    this.#seal = new ArtifactSeal(cipher);
  }

  async putArtifacts(scope: ArtifactScope, artifacts: readonly ArtifactInput[]): Promise<ArtifactInfo[]> {
    const where = validateArtifactScope(scope);
    const prepared: PreparedArtifact[] = [];
    for (const input of validateArtifactInputs(artifacts)) {
      const description = describeArtifact(input.text, this.#seal.salt);
      const about = await this.#seal.sealAbout(where, description.id, input);
      prepared.push({ input, description, about });
    }
    if (prepared.length === 0) return [];
    const rows = await this.#putPrepared(where, prepared);
    return Promise.all(rows.map((row) => this.#seal.openInfo(where, row)));
  }

  async getArtifact(scope: ArtifactScope, id: string): Promise<Artifact | undefined> {
    const where = validateArtifactScope(scope);
    const wanted = validateArtifactId(id);
    return this.#database.use("read an artifact", async (driver) => {
      const row = findRow(driver, where, wanted);
      const data = row && payloadData(driver, row.payload);
      if (!row || !data) return undefined;
      const text = await this.#seal.openText(where, row.id, data);
      return { ...(await this.#seal.openInfo(where, row)), text };
    });
  }

  async listArtifacts(
    scope: ArtifactScope,
    options?: { readonly limit?: number; readonly offset?: number },
  ): Promise<ArtifactInfo[]> {
    const where = validateArtifactScope(scope);
    const page = artifactPage(options);
    const rows = await this.#database.use("list artifacts", (driver) => listRows(driver, where, page));
    return Promise.all(rows.map((row) => this.#seal.openInfo(where, row)));
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
    const results = await this.#database.use("search", (driver) =>
      findWords({
        words: folded,
        limit,
        candidates: searchCandidates(driver, where, folded),
        readText: async (row) => {
          const data = payloadData(driver, row.payload);
          return data && this.#seal.openText(where, row.id, data);
        },
      }),
    );
    const best = bestHits(results, limit);
    return Promise.all(best.map((row) => this.#seal.openInfo(where, row)));
  }

  async artifactSessions(tenant: string): Promise<ArtifactSession[]> {
    const wanted = validateTenant(tenant);
    const sessions = await this.#database.use("list sessions", (driver) => listSessions(driver, wanted));
    return sessions.sort(compareArtifactSessions);
  }

  async removeArtifacts(scope: ArtifactScope): Promise<number> {
    const where = validateArtifactScope(scope);
    return this.#database.use("remove artifacts", (driver) =>
      inTransaction(driver, () => removeScope(driver, where)),
    );
  }

  async sweepArtifacts(before: string, options: ArtifactSweepOptions = {}): Promise<number> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    const tenant = options.tenant === undefined ? undefined : validateTenant(options.tenant);
    return this.#database.use("sweep", async (driver) => {
      const swept = inTransaction(driver, () =>
        sweepBefore(driver, limit, { ...options, ...(tenant === undefined ? {} : { tenant }) }),
      );
      await releaseSpace(driver);
      return swept;
    });
  }

  async reseal(options: ResealOptions = {}): Promise<ResealReport> {
    const cipher = requireCipher(this.#seal.cipher);
    return this.#database.use("reseal", (driver) => resealRows(driver, cipher, options));
  }

  vacuum(): Promise<FileSize> {
    return this.#database.use("vacuum", vacuum);
  }

  async close(): Promise<void> {
    await this.#database.close();
  }

  /** Bytes are made outside the transaction, and again if another process deletes a payload in between. */
  async #putPrepared(scope: ArtifactScope, artifacts: readonly PreparedArtifact[]): Promise<ArtifactRow[]> {
    const payloads = new Map<string, PreparedPayload>();
    const missing = (driver: SqliteDriver): PreparedArtifact[] =>
      artifacts.filter(
        ({ description: { id } }) => !payloads.has(id) && payloadKey(driver, scope.tenant, id) === undefined,
      );
    for (let stored: ArtifactRow[] | undefined; ; ) {
      for (const { input, description } of await this.#database.use("store artifacts", missing)) {
        payloads.set(description.id, await this.#payload(scope, input.text, description.id));
      }
      stored = await this.#database.use("store artifacts", (driver) =>
        inTransaction(driver, () => {
          if (missing(driver).length > 0) return undefined;
          return artifacts.flatMap(
            (artifact) =>
              putArtifact(driver, scope, { artifact, payload: payloads.get(artifact.description.id) }) ?? [],
          );
        }),
      );
      if (stored) return stored;
    }
  }

  async #payload(scope: ArtifactScope, text: string, id: string): Promise<PreparedPayload> {
    const data = await this.#seal.sealText(scope, id, text);
    return { data, isIndexed: !this.#seal.cipher && data.length <= MAX_INDEXED_BYTES };
  }
}
