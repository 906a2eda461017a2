const made = new WeakMap<object, Map<string, unknown>>();

/** One synthetic item for each item and purpose: the window stays the same list of objects from call to call. */
export function madeOnce<T>(wire: object, purpose: string, make: () => T): T {
  const known = made.get(wire) ?? new Map<string, unknown>();
  made.set(wire, known);
  if (!known.has(purpose)) known.set(purpose, make());
  return known.get(purpose) as T;
}
