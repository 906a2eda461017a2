const AT_ONCE = 16;

/** The results of a task for each value, in order; a few at a time. */
export async function inParallel<T, R>(values: readonly T[], task: (value: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < values.length; start += AT_ONCE)
    results.push(...(await Promise.all(values.slice(start, start + AT_ONCE).map(task))));
  return results;
}
