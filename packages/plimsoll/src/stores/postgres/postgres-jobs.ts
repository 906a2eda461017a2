import type { JobName, JobState, JobWork, SharedJobs } from "../coordination/coordination.js";
import { tenantPlace } from "../tenant-place.js";
import { validateSessionId } from "../validate-session-id.js";
import { JobBell } from "./job-bell.js";
import { nameDigest } from "./name-digest.js";
import type { PostgresDatabase, Row, Statement } from "./postgres-database.js";
import type { SharedPatience } from "./shared-patience.js";

export interface PostgresJobsOptions {
  readonly database: PostgresDatabase;
  readonly leaseMs: number;
  /** False behind a pooler, which passes no messages on. */
  readonly listens: boolean;
  readonly patience: SharedPatience;
}

/** A lease is renewed so often before it ends. */
const BEATS = 4;
/** Messages may be lost, so whoever waits looks again. */
const POLL_MS = 1000;
const LEAST_WAIT_MS = 20;
/** Nobody asks for older results any more. */
const MAX_AGE = "1 hour";
const CLEANING_MS = 600_000;

/** A job as the database knows it. */
interface Job {
  readonly digest: string;
  readonly session: string;
}

type Claim =
  | { readonly token: string }
  | { readonly result: string }
  | { readonly leaseLeft: number }
  | undefined;

/** Jobs in a table: a row is claimed with a token, and only the newest token may finish it. */
export class PostgresJobs implements SharedJobs {
  readonly #options: PostgresJobsOptions;
  readonly #bell: JobBell;
  #cleaned = Number.NEGATIVE_INFINITY;

  constructor(options: PostgresJobsOptions) {
    this.#options = options;
    this.#bell = new JobBell(options.database, options.listens);
  }

  async once(name: JobName, { work, signal }: JobWork): Promise<string> {
    const job = jobOf(name);
    let own: string | undefined;
    for (;;) {
      signal?.throwIfAborted();
      const claim = await this.#claim(job);
      if (!claim) return own ?? work(signal ?? new AbortController().signal);
      if ("result" in claim) return claim.result;
      if ("leaseLeft" in claim) {
        const pause = Math.min(POLL_MS, Math.max(LEAST_WAIT_MS, claim.leaseLeft));
        await this.#bell.wait(job.digest, pause, signal);
        continue;
      }
      own ??= await this.#do(job, claim.token, { work, signal });
      if (own !== undefined && (await this.#finish(job, claim.token, own))) return own;
    }
  }

  async look(name: JobName): Promise<JobState | undefined> {
    const { digest } = jobOf(name);
    const found = await this.#ask("look at a job", {
      name: "look_job",
      text: `SELECT result FROM ${this.#schema}.jobs WHERE digest = $1 AND (result IS NOT NULL OR lease_until > clock_timestamp())`,
      values: [digest],
    });
    const row = found?.[0];
    if (!row) return undefined;
    const { result } = row;
    return typeof result === "string" ? { state: "done", result } : { state: "open" };
  }

  async forget(session: Omit<JobName, "task">): Promise<void> {
    await this.#ask("forget jobs", {
      name: "forget_jobs",
      text: `DELETE FROM ${this.#schema}.jobs WHERE session = $1`,
      values: [sessionDigest(session)],
    });
  }

  get #schema(): string {
    return this.#options.database.schema;
  }

  /** The rows, or undefined while the database does not answer. */
  #ask(operation: string, statement: Statement): Promise<Row[] | undefined> {
    const { patience, database } = this.#options;
    return patience.ask("jobs", () => database.rows(operation, statement));
  }

  /** Undefined if nothing can be shared now. */
  async #claim({ digest, session }: Job): Promise<Claim> {
    await this.#clean();
    const rows = await this.#ask("claim a job", {
      name: "claim_job",
      text: `SELECT * FROM ${this.#schema}.claim_job($1, $2, $3)`,
      values: [digest, session, this.#options.leaseMs],
    });
    if (!rows) return undefined;
    const { taken, found, lease_left: left } = rows[0] ?? {};
    if (taken !== null && taken !== undefined) return { token: String(taken) };
    if (typeof found === "string") return { result: found };
    // A row that was deleted in between is claimed by the next attempt.
    return { leaseLeft: Number(left ?? 0) };
  }

  /** The result of the work; undefined if another process took it over. @throws what the work throws */
  async #do(job: Job, token: string, { work, signal }: JobWork): Promise<string | undefined> {
    const lost = new AbortController();
    const beat = async (): Promise<void> => {
      if ((await this.#renew(job, token)) === false) lost.abort(new Error("Another process does it now."));
    };
    const timer = setInterval(() => void beat(), Math.max(1, Math.floor(this.#options.leaseMs / BEATS)));
    timer.unref();
    try {
      return await work(signal ? AbortSignal.any([signal, lost.signal]) : lost.signal);
    } catch (error) {
      if (lost.signal.aborted && signal?.aborted !== true) return undefined;
      await this.#release(job, token);
      throw error;
    } finally {
      clearInterval(timer);
    }
  }

  /** False if the lease belongs to somebody else; undefined if nobody knows. */
  async #renew({ digest }: Job, token: string): Promise<boolean | undefined> {
    const rows = await this.#ask("renew a lease", {
      name: "renew_job",
      text: `UPDATE ${this.#schema}.jobs SET lease_until = clock_timestamp() + $3 * interval '1 millisecond' WHERE digest = $1 AND token = $2 RETURNING true AS renewed`,
      values: [digest, token, this.#options.leaseMs],
    });
    return rows && rows.length > 0;
  }

  /** True if the result stands; also where nobody can say, because it is all there is. */
  async #finish({ digest }: Job, token: string, result: string): Promise<boolean> {
    const rows = await this.#ask("finish a job", {
      name: "finish_job",
      text: `SELECT ${this.#schema}.finish_job($1, $2, $3) AS accepted`,
      values: [digest, token, result],
    });
    return rows === undefined || rows[0]?.["accepted"] === true;
  }

  async #release({ digest }: Job, token: string): Promise<void> {
    await this.#ask("release a job", {
      name: "release_job",
      text: `SELECT ${this.#schema}.release_job($1, $2)`,
      values: [digest, token],
    });
  }

  async #clean(): Promise<void> {
    if (performance.now() - this.#cleaned < CLEANING_MS) return;
    this.#cleaned = performance.now();
    await this.#ask("clean up jobs", {
      text: `DELETE FROM ${this.#schema}.jobs WHERE changed < clock_timestamp() - interval '${MAX_AGE}' AND (result IS NOT NULL OR lease_until < clock_timestamp())`,
      values: [],
    });
  }
}

/** The digest by which the store finds the same session, so that its jobs go with it. */
function sessionDigest({ tenant, sessionId }: Omit<JobName, "task">): string {
  return nameDigest(tenant === undefined ? validateSessionId(sessionId) : tenantPlace(tenant, sessionId).id);
}

const jobOf = (name: JobName): Job => {
  const session = sessionDigest(name);
  return { digest: nameDigest("job", session, name.task), session };
};
