import { CompactError } from "../../errors/compact-error.js";
import { withRetries } from "../../http/with-retries.js";
import { backOffDelay } from "./back-off-options.js";
import { classifyFailure, type ProviderFailure, type Route } from "./provider-failure.js";
import type { RemoteParts } from "../remote/remote-parts.js";

export type Sent =
  | { readonly answer: unknown }
  | { readonly failure: ProviderFailure; readonly error: unknown };

/**
 * Sends until there is an answer, or a failure that a retry would not change. Retries transient failures after a
 * wait and remembers nothing about them.
 */
export async function sendWithRetries(
  parts: RemoteParts,
  route: Route,
  { send, signal }: { readonly send: () => Promise<unknown>; readonly signal?: AbortSignal },
): Promise<Sent> {
  const delayAfter = (error: unknown, retries: number): number | undefined => {
    const failure = classifyFailure(error, route);
    if (failure.kind === "aborted" || signal?.aborted === true) {
      throw new CompactError("ABORTED", "The signal aborted the compaction; nothing was changed.", {
        cause: error,
      });
    }
    if (failure.kind !== "transient" || retries >= parts.backOff.retries) return undefined;
    const delay = backOffDelay(retries, parts.backOff, failure.retryAfterMilliseconds);
    parts.emit({
      event: "provider_window.retried",
      route,
      attempt: retries + 1,
      delay_ms: delay,
      reason: failure.message,
      ...(failure.status === undefined ? {} : { status: failure.status }),
    });
    return delay;
  };
  try {
    const wait = (delay: number): Promise<void> => parts.sleep(delay, signal);
    return { answer: await withRetries(send, { delayAfter, wait }) };
  } catch (error) {
    if (error instanceof CompactError && error.code === "ABORTED") throw error;
    return { failure: classifyFailure(error, route), error };
  }
}
