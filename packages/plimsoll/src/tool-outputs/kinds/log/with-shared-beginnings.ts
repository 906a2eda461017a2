import type { TestName } from "./test-name.js";

/** A beginning is worth a line of its own if so many names share it. */
const LEAST_NAMES = 3;
const LEAST_SHARE = 1 / 6;
const MOST_PARTS = 12;
const SHORTEST = 6;
const SHORTEST_WORDS = 12;
const BOUNDARY = /[.:/>#) ]+/g;

/** Names without a group, each grouped by the longest beginning that it shares with such a share of the names. */
export function withSharedBeginnings(
  names: readonly TestName[],
  share: number = LEAST_SHARE,
): readonly TestName[] {
  const counts = new Map<string, number>();
  for (const { leaf, group } of names)
    if (group === "")
      for (const beginning of beginningsOf(leaf)) counts.set(beginning, (counts.get(beginning) ?? 0) + 1);
  const least = Math.max(LEAST_NAMES, names.length * share);
  return names.map((name) => {
    const shared =
      name.group === ""
        ? beginningsOf(name.leaf).findLast((beginning) => (counts.get(beginning) ?? 0) >= least)
        : undefined;
    return shared === undefined
      ? name
      : { group: shared, separator: "", leaf: name.leaf.slice(shared.length) };
  });
}

function beginningsOf(leaf: string): readonly string[] {
  const found: string[] = [];
  for (const { index, 0: sign } of leaf.matchAll(BOUNDARY)) {
    const end = index + sign.length;
    if (found.length >= MOST_PARTS || end >= leaf.length) break;
    if (end >= (sign === " " ? SHORTEST_WORDS : SHORTEST)) found.push(leaf.slice(0, end));
  }
  return found;
}
