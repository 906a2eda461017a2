import { type Block, buildBlocks } from "../../conversation/build-blocks.js";
import type { ItemView } from "../../conversation/item-view.js";
import { pairItems } from "../../conversation/pairing.js";

/**
 * The length of the longest self-contained prefix of a list, at most `limit` items: every call has its output,
 * every output its call, and reasoning the item after it.
 */
export function completePrefix(views: readonly ItemView[], limit: number = views.length): number {
  const pairing = pairItems(views);
  const unpaired = [
    ...pairing.orphanResults,
    ...pairing.duplicateCalls,
    ...pairing.missingResults.map((site) => site.index),
    ...pairing.pending.map((site) => site.index),
  ];
  const end = Math.min(limit, views.length, ...unpaired);
  const reach = reachOf(buildBlocks(views, pairing), views.length);
  for (let length = end; length > 0; length--) {
    const last = length - 1;
    if ((reach[last] ?? last) <= last && views[last]?.bindsNext !== true) return length;
  }
  return 0;
}

/** By position, the last item of the blocks that began until there. */
function reachOf(blocks: readonly Block[], length: number): number[] {
  const ends = Array.from({ length }, () => -1);
  for (const { indexes } of blocks) ends[indexes[0] ?? 0] = indexes.at(-1) ?? -1;
  let furthest = -1;
  return ends.map((end) => {
    furthest = Math.max(furthest, end);
    return furthest;
  });
}
