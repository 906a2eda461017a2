/** How long something may take, and what is said where it takes longer. */
export interface TimeLimit {
  /** 0 waits without end. */
  readonly milliseconds: number;
  /** The caller's own: an abort ends the wait at once, with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** What the wait is ended with when the time is up. */
  tooLate(milliseconds: number): Error;
  /** True where nobody waits for the answer: the timer then does not keep the process alive. */
  readonly isIdle?: boolean;
}

/**
 * What `work` answers, as long as it answers in time. Its signal is aborted where it does not; whatever comes later is
 * ignored, a rejection too. The timer ends with the wait, so it never keeps a process alive that nobody waits in.
 */
export async function withinTime<T>(
  limit: TimeLimit,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const { milliseconds, signal } = limit;
  signal?.throwIfAborted();
  const given = new AbortController();
  let settle = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    const end = (reason: unknown): void => {
      reject(reason);
      given.abort(reason);
    };
    const aborted = (): void => end(signal?.reason);
    const timer =
      milliseconds > 0 ? setTimeout(() => end(limit.tooLate(milliseconds)), milliseconds) : undefined;
    if (limit.isIdle) letGo(timer);
    signal?.addEventListener("abort", aborted, { once: true });
    settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", aborted);
    };
  });
  try {
    const answer = Promise.resolve(work(given.signal));
    // Nobody listens any more when a late answer fails.
    answer.catch(() => undefined);
    return await Promise.race([answer, ended]);
  } finally {
    settle();
  }
}

/** Only some runtimes have timers that can be let go. */
function letGo(timer: unknown): void {
  (timer as { unref?: () => void } | undefined)?.unref?.();
}
