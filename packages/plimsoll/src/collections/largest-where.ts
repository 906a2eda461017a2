/**
 * The largest whole number from `low` to `high` for which `holds` is true, found by halving; `low - 1` if there is none.
 * It must hold up to some number and not beyond.
 */
export function largestWhere(low: number, high: number, holds: (value: number) => boolean): number {
  let [first, last] = [low - 1, high];
  while (first < last) {
    const middle = Math.floor((first + last + 1) / 2);
    if (holds(middle)) first = middle;
    else last = middle - 1;
  }
  return first;
}
