import type { LimitSettings } from "../settings/gateway-settings.js";
import { ApiError } from "./api-error.js";
import { TokenBucket } from "./token-bucket.js";

/** Counts what each tenant does: requests in a minute, and requests at the same time. */
export class TenantLimits {
  readonly #open = new Map<string, number>();
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #now: () => number;
  #perMinute = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Counts a request until the returned function is called.
   *
   * @throws ApiError 429 with the seconds to wait.
   */
  enter(tenant: string, limits: LimitSettings): () => void {
    const open = this.#open.get(tenant) ?? 0;
    if (open >= limits.streamsPerKey) throw tooManyStreams(limits, STREAM_WAIT_MS);
    const wait = this.#wait(tenant, limits.requestsPerMinute);
    if (wait > 0) throw tooManyRequests(limits, wait);
    this.#open.set(tenant, open + 1);
    let counted = true;
    return () => {
      if (!counted) return;
      counted = false;
      const left = (this.#open.get(tenant) ?? 1) - 1;
      if (left === 0) this.#open.delete(tenant);
      else this.#open.set(tenant, left);
    };
  }

  #wait(tenant: string, perMinute: number): number {
    if (perMinute !== this.#perMinute) this.#buckets.clear();
    this.#perMinute = perMinute;
    if (perMinute === 0) return 0;
    const now = this.#now();
    const bucket = this.#buckets.get(tenant) ?? new TokenBucket(perMinute, now);
    this.#buckets.set(tenant, bucket);
    return bucket.take(now);
  }
}

/** Nobody knows when an answer ends. */
const STREAM_WAIT_MS = 1000;

export const tooManyStreams = ({ streamsPerKey }: LimitSettings, waitMs: number): ApiError =>
  tooMany(`More than ${streamsPerKey} requests of this key are open at the same time.`, waitMs);

export const tooManyRequests = ({ requestsPerMinute }: LimitSettings, waitMs: number): ApiError =>
  tooMany(`More than ${requestsPerMinute} requests a minute with this key.`, waitMs);

function tooMany(what: string, waitMs: number): ApiError {
  const seconds = Math.ceil(waitMs / 1000);
  return new ApiError(429, `${what} Please try again in ${seconds}s.`, {
    type: "rate_limit_error",
    code: "rate_limit_exceeded",
    headers: { "retry-after": String(seconds) },
  });
}
