import { CompactError } from "../../errors/compact-error.js";
import { withinTime } from "../../errors/within-time.js";
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
  { send, signal }: { send(signal: AbortSignal): Promise<unknown>; readonly signal?: AbortSignal },
): Promise<Sent> {
  const delayAfter = (error: unknown, retries: number): number | undefined => {
    if (signal?.aborted === true) throw aborted(error);
    const failure = failureOf(error, route);
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
    const limit = { milliseconds: parts.backOff.attemptMilliseconds, signal, tooLate };
    return { answer: await withRetries(() => withinTime(limit, send), { delayAfter, wait }) };
  } catch (error) {
    if (signal?.aborted === true) throw aborted(error);
    return { failure: failureOf(error, route), error };
  }
}

/** Only the caller's own signal aborts a compaction. Whatever else gave up the request was a time limit. */
function failureOf(error: unknown, route: Route): ProviderFailure {
  const failure = classifyFailure(error, route);
  return failure.kind === "aborted" ? { ...failure, kind: "transient" } : failure;
}

const tooLate = (milliseconds: number): Error =>
  new Error(`The request timed out: the provider did not answer within ${milliseconds} ms.`);

const aborted = (cause: unknown): CompactError =>
  CompactError.isInstance(cause) && cause.code === "ABORTED"
    ? cause
    : new CompactError("ABORTED", "The signal aborted the compaction; nothing was changed.", { cause });
