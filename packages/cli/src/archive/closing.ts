/** What is closed when a command is done with it. */
interface Closable {
  close(): Promise<void>;
}

/**
 * What a task gives, once everything behind it is closed. A store that could not write everything says so when it is
 * closed, and that fails the command, unless the task itself failed: that is the better story.
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
