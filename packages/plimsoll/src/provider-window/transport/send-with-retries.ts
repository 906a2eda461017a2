import { CompactError } from "../../errors/compact-error.js";
import { backOffDelay } from "./back-off-options.js";
import { classifyFailure, type ProviderFailure, type Route } from "./provider-failure.js";
import type { RemoteParts } from "../remote/remote-parts.js";

export type Sent =
  | { readonly answer: unknown }
  | { readonly failure: ProviderFailure; readonly error: unknown };

/**
 * Sends until there is an answer, or a failure that another attempt would not change. What is transient is tried again
 * after a wait, and never remembered.
 */
export async function sendWithRetries(
  parts: RemoteParts,
  route: Route,
  { send, signal }: { readonly send: () => Promise<unknown>; readonly signal?: AbortSignal },
): Promise<Sent> {
  for (let attempt = 0; ; attempt++) {
    try {
      return { answer: await send() };
    } catch (error) {
      const failure = classifyFailure(error, route);
      if (failure.kind === "aborted" || signal?.aborted === true) {
        throw new CompactError("ABORTED", "The compaction was aborted by its signal; nothing was changed.", {
          cause: error,
        });
      }
      if (failure.kind !== "transient" || attempt >= parts.backOff.retries) return { failure, error };
      const delay = backOffDelay(attempt, parts.backOff, failure.retryAfterMilliseconds);
      parts.emit({
        event: "provider_window.retried",
        route,
        attempt: attempt + 1,
        delay_ms: delay,
        reason: failure.message,
        ...(failure.status === undefined ? {} : { status: failure.status }),
      });
      await parts.sleep(delay, signal);
    }
  }
}
