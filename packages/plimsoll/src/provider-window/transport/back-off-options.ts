import { CompactError } from "../../errors/compact-error.js";
import { timerWait } from "../../http/timer-wait.js";

export interface BackOffOptions {
  /** Attempts after the first. @default 3 */
  readonly retries?: number;
  /** The first wait; each is twice as long as the one before. @default 500 */
  readonly baseMilliseconds?: number;
  /** No wait is longer, whatever a provider asks for. @default 20000 */
  readonly maxMilliseconds?: number;
  /**
   * An attempt that is not answered within this time is given up and counts as a broken connection; 0 waits
   * forever. @default 60000
   */
  readonly attemptMilliseconds?: number;
}

export const DEFAULT_BACK_OFF: Required<BackOffOptions> = {
  retries: 3,
  baseMilliseconds: 500,
  maxMilliseconds: 20_000,
  attemptMilliseconds: 60_000,
};

/** Waits; rejects with `ABORTED` as soon as the signal does. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** How long to wait before the attempt after `attempt` (the first is 0). */
export function backOffDelay(
  attempt: number,
  options: Required<BackOffOptions>,
  asked: number | undefined,
): number {
  const own = options.baseMilliseconds * 2 ** Math.min(attempt, 30);
  return Math.round(Math.min(options.maxMilliseconds, Math.max(own, asked ?? 0)));
}

/** The wait of the process's own clock. */
export const timerSleep: Sleep = (milliseconds, signal) =>
  timerWait(milliseconds, signal).catch((cause: unknown) => {
    throw new CompactError("ABORTED", "The signal aborted the wait before the next attempt.", {
      cause,
    });
  });
