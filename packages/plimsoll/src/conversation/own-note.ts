import type { ItemView } from "./item-view.js";

/** Says to a model that something stood here; the user's side of a list whose provider wants the two to alternate. */
export const GAP_NOTE = "[Earlier messages are left out here.]";

/** Opens the record of what a provider compacted, where that can no longer be read; the record follows on the next line. */
export const RECORD_NOTE =
  "[What was compacted here cannot be read by this provider. This is the local record of it, kept by code.]";

const isUserText = (view: ItemView): boolean =>
  view.role === "user" &&
  view.results.length === 0 &&
  view.calls.length === 0 &&
  view.attachments.length === 0;

/** True for a note of an earlier window: it is let go and put again where it is needed. */
export const isGapNote = (view: ItemView): boolean => isUserText(view) && view.text.trim() === GAP_NOTE;

/** What the local record says that stands in for what a provider compacted; undefined for every other item. */
export const recordIn = (view: ItemView): string | undefined =>
  isUserText(view) && view.text.startsWith(`${RECORD_NOTE}\n`)
    ? view.text.slice(RECORD_NOTE.length + 1)
    : undefined;

/**
 * True for a message in the user's role that our code writes: nobody's words. One who imitates it only loses their own
 * say: such a text is never a rule, a request or an answer of the user.
 */
export const isOwnNote = (view: ItemView): boolean => isGapNote(view) || recordIn(view) !== undefined;
