/** How long something may take, and the error if it takes longer. */
export interface TimeLimit {
  /** 0 waits forever. */
  readonly milliseconds: number;
  /** The caller's own: an abort ends the wait at once, with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** The error that ends the wait when the time is up. */
  tooLate(milliseconds: number): Error;
  /** True if nobody waits for the answer: the timer then does not keep the process alive. */
  readonly isIdle?: boolean;
}

const PARTS = 10;
const LEAST_PART_MILLISECONDS = 100;

/**
 * The result of `work`, if it arrives in time. Otherwise aborts its signal and ignores any later result or
 * rejection. The timer ends with the wait, so it never keeps an idle process alive.
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
    const stop = milliseconds > 0 ? countDown(limit, () => end(limit.tooLate(milliseconds))) : undefined;
    signal?.addEventListener("abort", aborted, { once: true });
    settle = (): void => {
      stop?.();
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

/**
 * Calls `timeIsUp` after the limit; the returned function cancels that. A long time is counted in parts: while
 * the process is busy or suspended it cannot receive an answer, and all of that counts as one part.
 */
function countDown({ milliseconds, isIdle }: TimeLimit, timeIsUp: () => void): () => void {
  let parts = milliseconds >= PARTS * LEAST_PART_MILLISECONDS ? PARTS : 1;
  const part = milliseconds / parts;
  const tick = (): void => {
    parts -= 1;
    if (parts === 0) return timeIsUp();
    timer = setTimeout(tick, part);
    if (isIdle) letGo(timer);
  };
  let timer = setTimeout(tick, part);
  if (isIdle) letGo(timer);
  return () => clearTimeout(timer);
}

/** Only some runtimes have timers that can be let go. */
function letGo(timer: unknown): void {
  (timer as { unref?: () => void } | undefined)?.unref?.();
}
