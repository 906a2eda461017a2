import type { LoadPoint } from "./load-line.js";

/** More points than pixels say nothing. */
const MAX_POINTS = 800;

/** Keeps both ends, what stands beside compactions, and of the rest an even share. */
export function thinnedPoints(points: readonly LoadPoint[], marked: ReadonlySet<number>): LoadPoint[] {
  if (points.length <= MAX_POINTS) return [...points];
  const step = points.length / MAX_POINTS;
  const chosen = new Set(Array.from({ length: MAX_POINTS }, (_, index) => Math.floor(index * step)));
  return points.filter(
    ({ request }, index) =>
      chosen.has(index) ||
      index === points.length - 1 ||
      marked.has(request) ||
      marked.has(request + 1) ||
      marked.has(request - 1),
  );
}
