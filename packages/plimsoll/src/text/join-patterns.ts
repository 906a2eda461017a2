/**
 * One pattern for all with the same flags, so that a text is gone through once instead of once for each. Finds a match
 * where one of them does; none may refer back to a group.
 */
export function joinPatterns(patterns: readonly RegExp[]): RegExp[] {
  const byFlags = new Map<string, string[]>();
  for (const { source, flags } of patterns) {
    byFlags.set(flags, [...(byFlags.get(flags) ?? []), `(?:${source})`]);
  }
  return [...byFlags].map(([flags, sources]) => new RegExp(sources.join("|"), flags));
}
