import { setImmediate } from "node:timers/promises";
import { CompactError } from "../../errors/compact-error.js";
import { artifactBytes, artifactText } from "../artifacts/artifact-bytes.js";
import { type ArtifactCipher, isSealed } from "../artifacts/artifact-cipher.js";
import { artifactPage, compareArtifactSessions } from "../artifacts/artifact-page.js";
import { bestHits } from "../artifacts/best-hits.js";
import type {
  Artifact,
  ArtifactInfo,
  ArtifactInput,
  ArtifactScope,
  ArtifactSession,
} from "../artifacts/artifact.js";
import type { ArtifactPart, FileSize } from "../storage-adapter.js";
import { countFoldedWords, foldWords } from "../artifacts/count-words.js";
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
import { aboutContext, dataContext } from "./data-context.js";
import { resealRows } from "./reseal-rows.js";
import { requireCipher } from "../artifacts/reseal-bytes.js";
import type { ResealReport } from "../artifacts/reseal-report.js";
import type { SqliteDatabase } from "./sqlite-database.js";
import type { SqliteDriver } from "./sqlite-driver.js";
import { inTransaction } from "./migrate.js";
import { releaseSpace, vacuum } from "./release-space.js";
import { timestampMilliseconds } from "../timestamp-milliseconds.js";
import { validateArtifactId, validateArtifactInputs } from "../artifacts/validate-artifact-inputs.js";
import { validateArtifactScope, validateTenant } from "../artifacts/validate-artifact-scope.js";

/** A search scans longer texts: indexing them takes longer than many scans. */
const MAX_INDEXED_BYTES = 1024 * 1024;

interface SearchResult {
  readonly row: ArtifactRow;
  readonly found: number;
}

/**
 * Artifacts in one SQLite file. With a cipher nothing is indexed, because an index would hold the plain text: a search
 * opens and reads every payload of its scope. Processes may share the file.
 */
export class SqliteArtifacts implements ArtifactPart {
  readonly name = "sqlite";
  readonly #database: SqliteDatabase;
  readonly #cipher: ArtifactCipher | undefined;

  get artifactSalt(): string {
    return this.#cipher?.salt ?? "";
  }

  constructor(database: SqliteDatabase, cipher: ArtifactCipher | undefined) {
    this.#database = database;
    this.#cipher = cipher;
  }

  async putArtifacts(scope: ArtifactScope, artifacts: readonly ArtifactInput[]): Promise<ArtifactInfo[]> {
    const where = validateArtifactScope(scope);
    const prepared: PreparedArtifact[] = [];
    for (const input of validateArtifactInputs(artifacts)) {
      const description = describeArtifact(input.text, this.#cipher?.salt);
      const bytes = artifactBytes(JSON.stringify([input.kind, input.label]));
      const about = await this.#seal(bytes, aboutContext(where, description.id));
      prepared.push({ input, description, about });
    }
    if (prepared.length === 0) return [];
    const rows = await this.#putPrepared(where, prepared);
    return Promise.all(rows.map((row) => this.#info(where, row)));
  }

  async getArtifact(scope: ArtifactScope, id: string): Promise<Artifact | undefined> {
    const where = validateArtifactScope(scope);
    const wanted = validateArtifactId(id);
    return this.#database.use("read an artifact", async (driver) => {
      const row = findRow(driver, where, wanted);
      const data = row && payloadData(driver, row.payload);
      if (!row || !data) return undefined;
      const text = await this.#text(where, row, data);
      return { ...(await this.#info(where, row)), text };
    });
  }

  async listArtifacts(
    scope: ArtifactScope,
    options?: { readonly limit?: number; readonly offset?: number },
  ): Promise<ArtifactInfo[]> {
    const where = validateArtifactScope(scope);
    const page = artifactPage(options);
    const rows = await this.#database.use("list artifacts", (driver) => listRows(driver, where, page));
    return Promise.all(rows.map((row) => this.#info(where, row)));
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
      this.#findWords(driver, where, { words: folded, limit }),
    );
    const best = bestHits(
      results.map(({ row, found }) => ({ info: row, found })),
      limit,
    );
    return Promise.all(best.map((row) => this.#info(where, row)));
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

  async sweepArtifacts(before: string, options: { readonly tenant?: string } = {}): Promise<number> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    const tenant = options.tenant === undefined ? undefined : validateTenant(options.tenant);
    return this.#database.use("sweep", async (driver) => {
      const swept = inTransaction(driver, () => sweepBefore(driver, limit, tenant));
      await releaseSpace(driver);
      return swept;
    });
  }

  async reseal({ signal }: { readonly signal?: AbortSignal } = {}): Promise<ResealReport> {
    const cipher = requireCipher(this.#cipher);
    return this.#database.use("reseal", (driver) => resealRows(driver, cipher, signal));
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
    const bytes = artifactBytes(text);
    const isIndexed = !this.#cipher && bytes.length <= MAX_INDEXED_BYTES;
    return { data: await this.#seal(bytes, dataContext(scope, id)), isIndexed };
  }

  /** Reads the candidates one by one, and no more once the best `limit` are certain. */
  async #findWords(
    driver: SqliteDriver,
    scope: ArtifactScope,
    { words, limit }: { readonly words: readonly string[]; readonly limit: number },
  ): Promise<SearchResult[]> {
    const results: SearchResult[] = [];
    let bound = Number.POSITIVE_INFINITY;
    // How many results come before every candidate that is left.
    let ahead = 0;
    for (const { row, possible } of searchCandidates(driver, scope, words)) {
      if (possible < bound) {
        bound = possible;
        ahead = results.filter(({ found }) => found > possible).length;
      }
      if (ahead >= limit) break;
      const data = payloadData(driver, row.payload);
      if (!data) continue;
      const found = countFoldedWords(await this.#text(scope, row, data), words);
      if (found > 0) results.push({ row, found });
      if (found >= bound) ahead += 1;
      // Other work of the process goes on between two payloads.
      await setImmediate();
    }
    return results;
  }

  async #info(scope: ArtifactScope, row: ArtifactRow): Promise<ArtifactInfo> {
    const { id, characters, lines, firstTs, lastTs } = row;
    const about = artifactText(await this.#open(row.about, aboutContext(scope, id)));
    const [kind, label] = JSON.parse(about) as [string, string];
    return { id, kind, label, characters, lines, firstTs, lastTs };
  }

  async #text(scope: ArtifactScope, row: ArtifactRow, data: Uint8Array): Promise<string> {
    return artifactText(await this.#open(data, dataContext(scope, row.id)));
  }

  async #seal(bytes: Uint8Array, context: string): Promise<Uint8Array> {
    return this.#cipher ? this.#cipher.seal(bytes, context) : bytes;
  }

  async #open(bytes: Uint8Array, context: string): Promise<Uint8Array> {
    if (this.#cipher) return this.#cipher.open(bytes, context);
    if (!isSealed(bytes)) return bytes;
    throw new CompactError(
      "STORE_UNAVAILABLE",
      "The database holds encrypted artifacts. Give the store the key that they were written with.",
    );
  }
}
