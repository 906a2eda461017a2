/** What to close after a command. */
interface Closable {
  close(): Promise<void>;
}

/**
 * The result of a task, after closing everything behind it. A store that could not write everything fails the
 * command when it closes, unless the task itself failed: that error is more useful.
 */
export async function closing<T>(closable: Closable, task: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await task();
  } catch (error) {
    await closable.close().catch(() => undefined);
    throw error;
  }
  await closable.close();
  return result;
}
