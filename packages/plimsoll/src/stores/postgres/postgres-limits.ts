import { randomUUID } from "node:crypto";
import type { LimitRefusal, SharedLimit, SharedLimits } from "../coordination/coordination.js";
import { nameDigest } from "./name-digest.js";
import type { PostgresDatabase, Row, Statement } from "./postgres-database.js";
import type { SharedPatience } from "./shared-patience.js";

export interface PostgresLimitsOptions {
  readonly database: PostgresDatabase;
  /** A node that is silent for so long is taken for dead, and its streams are given back. */
  readonly leaseMs: number;
  readonly patience: SharedPatience;
}

const BEATS = 3;

/** A token bucket for each tenant, and a row for each open request, in tables that all nodes share. */
export class PostgresLimits implements SharedLimits {
  readonly #options: PostgresLimitsOptions;
  readonly #node = randomUUID();
  /** The open requests of this node, with their tenants. */
  readonly #open = new Map<string, string>();
  /** Requests that ended, until the database knows. */
  readonly #ended = new Set<string>();
  #beating: ReturnType<typeof setInterval> | undefined;
  #telling: Promise<unknown> | undefined;

  constructor(options: PostgresLimitsOptions) {
    this.#options = options;
  }

  async enter(tenant: string, limit: SharedLimit): Promise<LimitRefusal | (() => void) | undefined> {
    this.#beating ??= setInterval(() => void this.beat(), Math.ceil(this.#options.leaseMs / BEATS)).unref();
    const [stream, digest] = [randomUUID(), nameDigest("tenant", tenant)];
    const answer = await this.#enter(stream, digest, limit);
    if (!answer) return undefined;
    const { refused, wait_ms: wait } = answer[0] ?? {};
    if (refused === "requests" || refused === "streams") return { limit: refused, waitMs: Number(wait) };
    // Whoever is unknown after it was entered meets a database that forgets: it counts alone.
    if (refused !== undefined) return undefined;
    this.#open.set(stream, digest);
    return () => {
      if (!this.#open.delete(stream)) return;
      this.#ended.add(stream);
      this.#telling ??= this.#tellEnded();
    };
  }

  /** Says that this node lives, and gives back what dead ones held. */
  async beat(): Promise<void> {
    const ended = [...this.#ended];
    const rows = await this.#ask("renew the lease of a node", {
      name: "beat_node",
      text: `SELECT ${this.#schema}.beat_node($1, $2, $3) AS known`,
      values: [this.#node, this.#options.leaseMs, ended],
    });
    if (!rows) return;
    for (const stream of ended) this.#ended.delete(stream);
    if (rows[0]?.["known"] !== true) await this.#register();
  }

  async close(): Promise<void> {
    clearInterval(this.#beating);
    await this.#telling;
    if (this.#beating === undefined) return;
    await this.#ask("take a node out", {
      text: `SELECT ${this.#schema}.leave_node($1)`,
      values: [this.#node],
    });
  }

  get #schema(): string {
    return this.#options.database.schema;
  }

  #ask(operation: string, statement: Statement): Promise<Row[] | undefined> {
    const { patience, database } = this.#options;
    return patience.ask("limits", () => database.rows(operation, statement));
  }

  /** A node that the database does not know enters first, with all it has open. */
  async #enter(stream: string, digest: string, limit: SharedLimit): Promise<Row[] | undefined> {
    const entering: Statement = {
      name: "enter_limits",
      text: `SELECT * FROM ${this.#schema}.enter_limits($1, $2, $3, $4, $5)`,
      values: [digest, this.#node, stream, limit.requestsPerMinute, limit.streamsPerKey],
    };
    const answer = await this.#ask("count a request", entering);
    if (answer?.[0]?.["refused"] !== "unknown") return answer;
    await this.#register();
    return this.#ask("count a request", entering);
  }

  async #register(): Promise<void> {
    await this.#ask("enter a node", {
      text: `SELECT ${this.#schema}.enter_node($1, $2, $3, $4)`,
      values: [this.#node, this.#options.leaseMs, [...this.#open.keys()], [...this.#open.values()]],
    });
  }

  /** All that ended in the meantime goes in one statement; what fails goes with the next beat. */
  async #tellEnded(): Promise<void> {
    await Promise.resolve();
    const ended = [...this.#ended];
    const rows = await this.#ask("end requests", {
      name: "end_streams",
      text: `DELETE FROM ${this.#schema}.limit_streams WHERE stream = ANY ($1::uuid[])`,
      values: [ended],
    });
    if (rows) for (const stream of ended) this.#ended.delete(stream);
    this.#telling = rows && this.#ended.size > 0 ? this.#tellEnded() : undefined;
  }
}
