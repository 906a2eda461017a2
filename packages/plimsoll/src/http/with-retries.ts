export interface RetryRules {
  /**
   * Milliseconds to wait before the next attempt; `undefined` if a retry would not help. `retries` is 0 after the
   * first attempt.
   */
  delayAfter(error: unknown, retries: number): number | undefined;
  wait(milliseconds: number): Promise<void>;
}

/** Retries until an attempt succeeds. Throws the error of the last one. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { delayAfter, wait }: RetryRules,
): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await attempt();
    } catch (error) {
      const delay = delayAfter(error, retries);
      if (delay === undefined) throw error;
      await wait(delay);
    }
  }
}
