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

const PARTS = 10;
const LEAST_PART_MILLISECONDS = 100;

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
 * Calls `timeIsUp` after the time of the limit; what it returns stops that. A long time is counted in parts: while this
 * process works or does not run, no answer can be taken, and all of that counts as one part.
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
