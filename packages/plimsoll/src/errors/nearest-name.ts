const MAX_LENGTH = 64;

/** How many letters were replaced, added, removed, or swapped with the next one. */
function distance(left: string, right: string): number {
  let earlier: readonly number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const added = (current[column - 1] ?? 0) + 1;
      const removed = (previous[column] ?? 0) + 1;
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const swapped = isSwap ? (earlier[column - 2] ?? 0) + 1 : replaced;
      current.push(Math.min(replaced, added, removed, swapped));
    }
    [earlier, previous] = [previous, current];
  }
  return previous[right.length] ?? 0;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[_.-]/g, "");
}

/** The candidate that was probably meant: at most a third of its letters differ. */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const found = distance(plain(name), plain(candidate));
    if (found < bestDistance && found <= Math.max(1, Math.floor(candidate.length / 3))) {
      best = candidate;
      bestDistance = found;
    }
  }
  return best;
}
