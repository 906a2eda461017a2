import { buildBlocks } from "../../conversation/build-blocks.js";
import { pairItems } from "../../conversation/pairing.js";
import type { RemainderItem } from "../summarizer.js";
import { type RenderLimits, renderItem } from "../templates/render-item.js";

/** An item with the mark by which a model can name it; without one where nobody asks. */
export interface LabelledItem extends RemainderItem {
  readonly label?: string;
}

/** A block of the remainder as it would be sent without any limit. */
export interface WholeBlock {
  readonly items: readonly LabelledItem[];
  /** Has calls or results, which are sent together or not at all. */
  readonly tool: boolean;
  readonly text: string;
  /** Of `text`. */
  readonly tokens: number;
}

const UNLIMITED: RenderLimits = { result: Number.POSITIVE_INFINITY, arguments: Number.POSITIVE_INFINITY };

/** The lines of the items; those that have nothing to show give none. */
export function renderItems(items: readonly LabelledItem[], limits: RenderLimits): string {
  return items
    .map(({ view, label }) => ({ label, text: renderItem(view, limits) }))
    .filter(({ text }) => text !== "")
    .map(({ label, text }) => (label === undefined ? text : `${label} ${text}`))
    .join("\n");
}

/** The blocks that have something to show, oldest first. Counts every character once. */
export function wholeBlocks(items: readonly LabelledItem[], count: (text: string) => number): WholeBlock[] {
  const views = items.map(({ view }) => view);
  const blocks: WholeBlock[] = [];
  for (const { indexes, tool } of buildBlocks(views, pairItems(views))) {
    const own = indexes.flatMap((index) => items[index] ?? []);
    const text = renderItems(own, UNLIMITED);
    if (text !== "") blocks.push({ items: own, tool, text, tokens: count(text) });
  }
  return blocks;
}
