import type { SharedLimits } from "plimsoll/stores";
import type { LimitSettings } from "../settings/gateway-settings.js";
import { TenantLimits, tooManyRequests, tooManyStreams } from "./tenant-limits.js";

/**
 * Counts what each tenant does, at all nodes together where they share a database. This node counts for itself too: that is what
 * holds while the database does not answer.
 */
export class RequestLimits {
  readonly #own: TenantLimits;
  readonly #shared: SharedLimits | undefined;

  constructor(now: () => number, shared: SharedLimits | undefined) {
    this.#own = new TenantLimits(now);
    this.#shared = shared;
  }

  /**
   * Counts a request until the returned function is called.
   *
   * @throws ApiError 429 with the seconds to wait.
   */
  async enter(tenant: string, limits: LimitSettings): Promise<() => void> {
    const leave = this.#own.enter(tenant, limits);
    const answer = await this.#shared?.enter(tenant, limits);
    if (answer === undefined) return leave;
    if (typeof answer === "function")
      return () => {
        leave();
        answer();
      };
    leave();
    throw answer.limit === "streams"
      ? tooManyStreams(limits, answer.waitMs)
      : tooManyRequests(limits, answer.waitMs);
  }
}
