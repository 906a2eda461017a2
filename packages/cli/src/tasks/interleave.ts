/** Rows made one by one. */
export function rows(count: number, row: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => row(index)).join("\n");
}

/** `events` with `noise` pieces of other work spread over the gaps between them, the first few left together. */
export function interleave<T>(
  events: readonly T[],
  noise: readonly (readonly T[])[],
  { from, to = events.length }: { readonly from: number; readonly to?: number },
): T[] {
  const gaps = Math.max(1, to - from);
  const result: T[] = events.slice(0, from);
  for (let gap = 0; gap < gaps; gap++) {
    const start = Math.floor((gap * noise.length) / gaps);
    const end = Math.floor(((gap + 1) * noise.length) / gaps);
    result.push(...noise.slice(start, end).flat(), ...events.slice(from + gap, from + gap + 1));
  }
  return [...result, ...events.slice(from + gaps)];
}
