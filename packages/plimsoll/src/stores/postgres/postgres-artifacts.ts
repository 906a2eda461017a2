import type { ArtifactCipher } from "../artifacts/artifact-cipher.js";
import { artifactPage, compareArtifactSessions } from "../artifacts/artifact-page.js";
import { type AboutArtifact, ArtifactSeal } from "../artifacts/artifact-seal.js";
import { bestHits } from "../artifacts/best-hits.js";
import type {
  Artifact,
  ArtifactInfo,
  ArtifactInput,
  ArtifactScope,
  ArtifactSession,
} from "../artifacts/artifact.js";
import { foldWords } from "../artifacts/count-words.js";
import { type ArtifactDescription, describeArtifact } from "../artifacts/describe-artifact.js";
import { findWords, type SearchCandidate } from "../artifacts/find-words.js";
import { readArtifactRow, readArtifactSession, readArtifactTimes } from "../artifacts/read-artifact-row.js";
import { requireCipher } from "../artifacts/reseal-bytes.js";
import type { ResealOptions, ResealReport } from "../artifacts/reseal-report.js";
import {
  type CheckedArtifact,
  validateArtifactId,
  validateArtifactInputs,
} from "../artifacts/validate-artifact-inputs.js";
import { validateArtifactScope, validateTenant } from "../artifacts/validate-artifact-scope.js";
import { isExcepted } from "../holds/is-excepted.js";
import type { ArtifactPart, ArtifactSweepOptions } from "../storage-adapter.js";
import { timestampMilliseconds } from "../timestamp-milliseconds.js";
import { nameDigest } from "./name-digest.js";
import type { PostgresDatabase, Row } from "./postgres-database.js";
import { resealPostgres } from "./reseal-postgres.js";
import { signatureBits, wordSignature } from "./word-signature.js";

/** A reference, and the key of its payload. */
interface PostgresRow extends AboutArtifact {
  readonly payload: string;
}

const COLUMNS = "r.payload, r.about, r.first_ts, r.last_ts, p.id, p.characters, p.lines";

/**
 * Artifacts in a PostgreSQL database. With a cipher nothing is known about the words of a payload: a search opens and
 * reads every payload of its scope. Processes may share the database.
 */
export class PostgresArtifacts implements ArtifactPart {
  readonly name = "postgres";
  readonly #database: PostgresDatabase;
  readonly #seal: ArtifactSeal;

  get artifactSalt(): string {
    return this.#seal.salt;
  }

  constructor(database: PostgresDatabase, cipher: ArtifactCipher | undefined) {
    this.#database = database;
    this.#seal = new ArtifactSeal(cipher);
  }

  async putArtifacts(scope: ArtifactScope, artifacts: readonly ArtifactInput[]): Promise<ArtifactInfo[]> {
    const where = validateArtifactScope(scope);
    const described = validateArtifactInputs(artifacts).map((input) => ({
      input,
      description: describeArtifact(input.text, this.#seal.salt),
    }));
    if (described.length === 0) return [];
    const known = await this.#knownPayloads(
      where.tenant,
      described.map(({ description: { id } }) => id),
    );
    const infos: ArtifactInfo[] = [];
    for (const { input, description } of described) {
      const put = { scope: where, input, description };
      // Bytes that the tenant holds are not sent, unless somebody deletes them in between.
      const row =
        (known.has(description.id) ? await this.#put(put, false) : undefined) ?? (await this.#put(put, true));
      if (row) infos.push(await this.#seal.openInfo(where, row));
      known.add(description.id);
    }
    return infos;
  }

  async getArtifact(scope: ArtifactScope, id: string): Promise<Artifact | undefined> {
    const where = validateArtifactScope(scope);
    const { schema } = this.#database;
    const [found] = await this.#database.rows("read an artifact", {
      name: "get_artifact",
      text: `SELECT ${COLUMNS}, p.data FROM ${schema}.artifact_payloads p
        JOIN ${schema}.artifact_references r ON r.payload = p.key
        WHERE p.tenant = $1 AND p.id = $2
          AND r.scope = (SELECT s.key FROM ${schema}.artifact_scopes s WHERE s.digest = $3)`,
      values: [JSON.stringify(where.tenant), JSON.stringify(validateArtifactId(id)), scopeDigest(where)],
    });
    if (!found) return undefined;
    const row = toRow(found);
    const text = await this.#seal.openText(where, row.id, found["data"] as Uint8Array);
    return { ...(await this.#seal.openInfo(where, row)), text };
  }

  async listArtifacts(
    scope: ArtifactScope,
    options?: { readonly limit?: number; readonly offset?: number },
  ): Promise<ArtifactInfo[]> {
    const where = validateArtifactScope(scope);
    const { limit, offset } = artifactPage(options);
    const rows = await this.#database.rows("list artifacts", {
      name: "list_artifacts",
      text: `SELECT ${COLUMNS} FROM ${this.#inScope()} ORDER BY r.last_milliseconds DESC, p.id LIMIT $2 OFFSET $3`,
      values: [scopeDigest(where), limit, offset],
    });
    return Promise.all(rows.map((row) => this.#seal.openInfo(where, toRow(row))));
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
    const candidates = await this.#candidates(where, folded);
    const readText = async (row: PostgresRow): Promise<string | undefined> => {
      const data = await this.#payloadData(row.payload);
      return data && this.#seal.openText(where, row.id, data);
    };
    const best = bestHits(await findWords({ words: folded, limit, candidates, readText }), limit);
    return Promise.all(best.map((row) => this.#seal.openInfo(where, row)));
  }

  async artifactSessions(tenant: string): Promise<ArtifactSession[]> {
    const { schema } = this.#database;
    const rows = await this.#database.rows("list sessions", {
      text: `SELECT s.session, count(*) AS artifacts, sum(p.characters) AS characters,
          (array_agg(r.last_ts ORDER BY r.last_milliseconds DESC))[1] AS last_ts
        FROM ${schema}.artifact_scopes s
        JOIN ${schema}.artifact_references r ON r.scope = s.key
        JOIN ${schema}.artifact_payloads p ON p.key = r.payload
        WHERE s.tenant = $1 GROUP BY s.key`,
      values: [JSON.stringify(validateTenant(tenant))],
    });
    return rows.map(readArtifactSession).sort(compareArtifactSessions);
  }

  async removeArtifacts(scope: ArtifactScope): Promise<number> {
    return this.#remove(scopeDigest(validateArtifactScope(scope)), null);
  }

  async sweepArtifacts(before: string, options: ArtifactSweepOptions = {}): Promise<number> {
    const limit = timestampMilliseconds(before, () => "The time to sweep before");
    const tenant = options.tenant === undefined ? null : JSON.stringify(validateTenant(options.tenant));
    const { schema } = this.#database;
    const scopes = await this.#database.rows("sweep", {
      text: `SELECT s.digest, s.tenant, s.session FROM ${schema}.artifact_scopes s WHERE ($2::text IS NULL OR s.tenant = $2) AND s.key IN
        (SELECT r.scope FROM ${schema}.artifact_references r WHERE r.last_milliseconds < $1)`,
      values: [limit, tenant],
    });
    let swept = 0;
    for (const row of scopes) {
      const scope = {
        tenant: JSON.parse(String(row["tenant"])) as string,
        sessionId: JSON.parse(String(row["session"])) as string,
      };
      if (!isExcepted(options.except, scope)) swept += await this.#remove(String(row["digest"]), limit);
    }
    return swept;
  }

  async reseal(options: ResealOptions = {}): Promise<ResealReport> {
    return resealPostgres(this.#database, requireCipher(this.#seal.cipher), options);
  }

  async close(): Promise<void> {
    await this.#database.close();
  }

  async #knownPayloads(tenant: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.#database.rows("store artifacts", {
      name: "known_payloads",
      text: `SELECT id FROM ${this.#database.schema}.artifact_payloads WHERE tenant = $1 AND id = ANY ($2::text[])`,
      values: [JSON.stringify(tenant), ids.map((id) => JSON.stringify(id))],
    });
    return new Set(rows.map(({ id }) => JSON.parse(String(id)) as string));
  }

  /** Undefined if bytes are needed. May be done twice. */
  async #put(
    { scope, input, description }: PutArtifact,
    withBytes: boolean,
  ): Promise<AboutArtifact | undefined> {
    const { id, characters, lines } = description;
    const isIndexed = withBytes && !this.#seal.cipher;
    const [row] = await this.#database.rows("store artifacts", {
      name: "put_artifact",
      text: `SELECT about, first_ts, last_ts
        FROM ${this.#database.schema}.put_artifact($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      values: [
        scopeDigest(scope),
        JSON.stringify(scope.tenant),
        JSON.stringify(scope.sessionId),
        JSON.stringify(id),
        bytes(await this.#seal.sealAbout(scope, id, input)),
        input.ts,
        input.time,
        characters,
        lines,
        isIndexed ? bytes(wordSignature(input.text)) : null,
        withBytes ? bytes(await this.#seal.sealText(scope, id, input.text)) : null,
      ],
    });
    return row && { ...description, ...readArtifactTimes(row) };
  }

  /** Those that may hold most of the words first, then the newest first. */
  async #candidates(scope: ArtifactScope, words: readonly string[]): Promise<SearchCandidate<PostgresRow>[]> {
    const bits = words.map(signatureBits);
    const rows = await this.#database.rows("search", {
      name: "search",
      text: `SELECT * FROM (
          SELECT ${COLUMNS}, r.last_milliseconds, CASE WHEN p.signature IS NULL THEN $2::int ELSE $3::int + (
            SELECT count(*) FROM (
              SELECT FROM (SELECT p.signature || ''::bytea AS bits OFFSET 0) held,
                unnest($4::int[], $5::int[]) AS wanted (word, bit)
              GROUP BY wanted.word
              HAVING bool_and(get_bit(held.bits, wanted.bit & (octet_length(held.bits) * 8 - 1)) = 1)
            ) AS maybe
          ) END AS possible FROM ${this.#inScope()}
        ) AS held WHERE possible > 0 ORDER BY possible DESC, last_milliseconds DESC, id`,
      values: [
        scopeDigest(scope),
        words.length,
        bits.filter((own) => own === undefined).length,
        bits.flatMap((own, word) => (own ?? []).map(() => word)),
        bits.flatMap((own) => own ?? []),
      ],
    });
    return rows.map((row) => ({ row: toRow(row), possible: Number(row["possible"]) }));
  }

  async #payloadData(key: string): Promise<Uint8Array | undefined> {
    const [row] = await this.#database.rows("search", {
      name: "payload_data",
      text: `SELECT data FROM ${this.#database.schema}.artifact_payloads WHERE key = $1`,
      values: [key],
    });
    return row && (row["data"] as Uint8Array);
  }

  async #remove(scope: string, limit: number | null): Promise<number> {
    const [row] = await this.#database.change("remove artifacts", {
      name: "remove_artifacts",
      text: `SELECT ${this.#database.schema}.remove_artifacts($1, $2) AS removed`,
      values: [scope, limit],
    });
    return Number(row?.["removed"] ?? 0);
  }

  #inScope(): string {
    const { schema } = this.#database;
    return `${schema}.artifact_references r JOIN ${schema}.artifact_payloads p ON p.key = r.payload
      WHERE r.scope = (SELECT s.key FROM ${schema}.artifact_scopes s WHERE s.digest = $1)`;
  }
}

interface PutArtifact {
  readonly scope: ArtifactScope;
  readonly input: CheckedArtifact;
  readonly description: ArtifactDescription;
}

const scopeDigest = ({ tenant, sessionId }: ArtifactScope): string => nameDigest(tenant, sessionId);

/** The driver sends a `Buffer` as it is. */
function bytes(array: Uint8Array | undefined): Buffer | null {
  return array ? Buffer.from(array.buffer, array.byteOffset, array.byteLength) : null;
}

function toRow(row: Row): PostgresRow {
  return { ...readArtifactRow(row), payload: String(row["payload"]) };
}
