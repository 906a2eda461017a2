/**
 * One pattern for all with the same flags, so that a text is scanned once instead of once per pattern. Matches
 * where any of them does; none may use back-references.
 */
export function joinPatterns(patterns: readonly RegExp[]): RegExp[] {
  const byFlags = new Map<string, string[]>();
  for (const { source, flags } of patterns) {
    byFlags.set(flags, [...(byFlags.get(flags) ?? []), `(?:${source})`]);
  }
  return [...byFlags].map(([flags, sources]) => new RegExp(sources.join("|"), flags));
}
