/**
 * Yields what a task tells while it runs, and returns its result. If the reader leaves before the end, the signal of the
 * task aborts, and the generator waits until it has ended.
 */
export async function* toldBy<T, R>(
  task: (tell: (value: T) => void, signal: AbortSignal) => Promise<R>,
): AsyncGenerator<T, R, void> {
  const waiting: T[] = [];
  const left = new AbortController();
  let wake = (): void => undefined;
  let isDone = false;
  const tell = (value: T): void => {
    waiting.push(value);
    wake();
  };
  const result = task(tell, left.signal).finally(() => {
    isDone = true;
    wake();
  });
  // Reported where it is awaited below.
  result.catch(() => undefined);
  try {
    for (;;) {
      const [next] = waiting.splice(0, 1);
      if (next !== undefined) yield next;
      else if (isDone) return await result;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    if (!isDone) left.abort();
    await result.catch(() => undefined);
  }
}
