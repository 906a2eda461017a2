import { itemId } from "../conversation/item-id.js";
import type { ToolResultView } from "../conversation/item-view.js";
import type { Format } from "../formats/format.js";
import type { ItemMeter } from "../tokens/item-meter.js";
import { evidenceReference } from "../tool-outputs/evidence-reference.js";
import { findSuperseded, type Superseded } from "../tool-outputs/find-superseded.js";
import { outputSize } from "../tool-outputs/output-size.js";
import { supersededNote } from "../tool-outputs/superseded-note.js";
import type { Outline } from "./outline.js";

/** A list in which notes stand for superseded outputs, and its outline. */
export interface SupersededList<W extends object> {
  readonly items: readonly W[];
  readonly outline: Outline;
  /** How many outputs gave way to notes, by the position of their item. */
  readonly counts: ReadonlyMap<number, number>;
}

export interface SupersedeOptions<W extends object> {
  readonly format: Format<W>;
  readonly meter: ItemMeter<W>;
  /** The outline of the list; pinned blocks keep their outputs. */
  readonly outline: Outline;
}

/**
 * Puts a note in the place of every output that a later one supersedes, where the note is shorter. Calls, their ids and
 * all other items stay the same objects. Pure; a second time it finds nothing.
 */
export function supersede<W extends object>(
  items: readonly W[],
  options: SupersedeOptions<W>,
): SupersededList<W> {
  const { meter, outline } = options;
  const pinned = new Set(outline.blocks.flatMap((block) => (block.pinned ? block.indexes : [])));
  const replaced = [...items];
  const counts = new Map<number, number>();
  for (const found of findSuperseded(items.map((item) => meter.view(item)))) {
    const before = replaced[found.index];
    if (before === undefined || pinned.has(found.index) || found.index === outline.summary?.index) continue;
    const after = withNote(before, { found, original: items[found.index] as W }, options);
    if (after === undefined) continue;
    replaced[found.index] = after;
    counts.set(found.index, (counts.get(found.index) ?? 0) + 1);
  }
  if (counts.size === 0) return { items, outline, counts };
  return { items: replaced, outline: outlineOf(replaced, counts, options), counts };
}

function withNote<W extends object>(
  item: W,
  { found, original }: { readonly found: Superseded; readonly original: W },
  { format, meter }: SupersedeOptions<W>,
): W | undefined {
  const isIt = (result: ToolResultView): boolean => result.callId === found.callId;
  const text = meter.view(item).results.find(isIt)?.text ?? "";
  const reference = evidenceReference(text) ?? itemId(original);
  const note = supersededNote({ ...found, ...outputSize(text), reference });
  if (note.length >= text.length || meter.text(note) >= meter.text(text)) return undefined;
  const after = format.withResult(item, found.callId, note);
  return meter.tokens(after) < meter.tokens(item) ? after : undefined;
}

/** The same outline with the tokens of the lighter blocks. */
function outlineOf<W extends object>(
  items: readonly W[],
  counts: ReadonlyMap<number, number>,
  { meter, outline }: SupersedeOptions<W>,
): Outline {
  let freed = 0;
  const blocks = outline.blocks.map((block) => {
    if (!block.indexes.some((index) => counts.has(index))) return block;
    const tokens = block.indexes.reduce((sum, index) => sum + meter.tokens(items[index] as W), 0);
    freed += block.tokens - tokens;
    return { ...block, tokens };
  });
  const { newestUser: newest } = outline;
  const newestUser = newest && { ...newest, tokens: meter.tokens(items[newest.index] as W) };
  return {
    ...outline,
    blocks,
    totalTokens: outline.totalTokens - freed,
    ...(newestUser ? { newestUser } : {}),
  };
}
