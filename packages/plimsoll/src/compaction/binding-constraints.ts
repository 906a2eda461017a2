import type { ItemView } from "../conversation/item-view.js";
import type { Checkpoint } from "../memory/checkpoint.js";

/** A text that must stand in the window after a compaction, word for word. */
export interface MustKeep {
  readonly text: string;
  /** The archive id of the item that says it. */
  readonly itemId: string;
}

/** The user's constraints that hold, oldest first. */
export function bindingConstraints(checkpoint: Checkpoint): MustKeep[] {
  return checkpoint.constraints
    .filter(({ status, provenance }) => status === "current" && provenance.by === "user")
    .map(({ text, provenance }) => ({ text, itemId: provenance.items[0] ?? "" }));
}

/** Those that do not stand in what is kept. */
export function notShown(constraints: readonly MustKeep[], kept: readonly ItemView[]): MustKeep[] {
  if (constraints.length === 0) return [];
  const shown = kept.map((view) => spaced(view.text)).join("\n");
  return constraints.filter(({ text }) => !shown.includes(spaced(text)));
}

const spaced = (text: string): string => text.replace(/\s+/g, " ").trim();
