import { itemId } from "../../conversation/item-id.js";
import type { Format } from "../../formats/format.js";
import { replaceResults } from "../../formats/reading/replace-results.js";
import type { ItemMeter } from "../../tokens/item-meter.js";
import { evidenceReference } from "../../tool-outputs/evidence-reference.js";
import { findSuperseded, type Superseded } from "../../tool-outputs/find-superseded.js";
import { outputSize } from "../../tool-outputs/output-size.js";
import { supersededNote } from "../../tool-outputs/superseded-note.js";
import type { Outline } from "./outline.js";

/** A list with notes in place of superseded outputs, and its outline. */
export interface SupersededList<W extends object> {
  readonly items: readonly W[];
  readonly outline: Outline;
  /** How many outputs were replaced with notes, by the position of their item. */
  readonly counts: ReadonlyMap<number, number>;
}

export interface SupersedeOptions<W extends object> {
  readonly format: Format<W>;
  readonly meter: ItemMeter<W>;
  /** The outline of the list; pinned blocks keep their outputs. */
  readonly outline: Outline;
  /** True for the archived output of this call; what names another only looks like evidence. @default always */
  isKnown?(reference: string, callId: string): boolean;
}

/**
 * Replaces every output that a later one supersedes with a note, if the note is shorter. Calls, their ids and all
 * other items stay the same objects. Pure and idempotent.
 */
export function supersede<W extends object>(
  items: readonly W[],
  options: SupersedeOptions<W>,
): SupersededList<W> {
  const { meter, outline } = options;
  const pinned = new Set(outline.blocks.flatMap((block) => (block.pinned ? block.indexes : [])));
  const replaced = [...items];
  const counts = new Map<number, number>();
  for (const [index, found] of byItem(findSuperseded(items.map((item) => meter.view(item))))) {
    const item = items[index];
    if (item === undefined || pinned.has(index) || index === outline.summary?.index) continue;
    const notes = notesFor(item, found, options);
    const after = replaceResults(options.format, item, notes);
    if (notes.size === 0 || meter.tokens(after) >= meter.tokens(item)) continue;
    replaced[index] = after;
    counts.set(index, notes.size);
  }
  if (counts.size === 0) return { items, outline, counts };
  return { items: replaced, outline: outlineOf(replaced, counts, options), counts };
}

function byItem(all: readonly Superseded[]): Map<number, Superseded[]> {
  const lists = new Map<number, Superseded[]>();
  for (const found of all) {
    const list = lists.get(found.index);
    if (list === undefined) lists.set(found.index, [found]);
    else list.push(found);
  }
  return lists;
}

/** The notes that are shorter than their outputs, by the positions of the results. */
function notesFor<W extends object>(
  item: W,
  superseded: readonly Superseded[],
  { meter, isKnown }: SupersedeOptions<W>,
): ReadonlyMap<number, string> {
  const { results } = meter.view(item);
  const notes = new Map<number, string>();
  for (const found of superseded) {
    const { text = "", callId = "" } = results[found.position] ?? {};
    const named = evidenceReference(text);
    const reference = named !== undefined && (isKnown?.(named, callId) ?? true) ? named : itemId(item);
    const note = supersededNote({ ...found, ...outputSize(text), reference });
    if (note.length < text.length && meter.text(note) < meter.text(text)) notes.set(found.position, note);
  }
  return notes;
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
