/** One step from a list to the window that replaced it. */
export interface DiffEntry {
  readonly change: "kept" | "removed" | "added";
  readonly item: object;
}

/**
 * What stayed, left and was put in, in the order of reading: what left stands before what was put in for it.
 * Kept items are the same objects, in the same order.
 */
export function windowDiff(before: readonly object[], after: readonly object[]): DiffEntry[] {
  const positions = new Map(before.map((item, index) => [item, index]));
  const kept = new Set(after);
  const entries: DiffEntry[] = [];
  let next = 0;
  const removeUntil = (end: number): void => {
    for (; next < end; next += 1) {
      const item = before[next];
      if (item !== undefined && !kept.has(item)) entries.push({ change: "removed", item });
    }
  };
  const keptAfter = nextKept(after, positions, before.length);
  after.forEach((item, index) => {
    removeUntil(keptAfter[index] ?? before.length);
    const position = positions.get(item);
    entries.push({ change: position === undefined ? "added" : "kept", item });
    if (position !== undefined) next = Math.max(next, position + 1);
  });
  removeUntil(before.length);
  return entries;
}

/** For each item of the window, where the first kept one from there on stood before. */
function nextKept(after: readonly object[], positions: ReadonlyMap<object, number>, end: number): number[] {
  const result: number[] = [];
  let position = end;
  for (let index = after.length - 1; index >= 0; index -= 1) {
    const item = after[index];
    position = (item === undefined ? undefined : positions.get(item)) ?? position;
    result[index] = position;
  }
  return result;
}
