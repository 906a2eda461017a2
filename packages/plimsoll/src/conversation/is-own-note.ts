import type { ItemView } from "./item-view.js";

/** Says to a model that something stood here; the user's side of a list whose provider wants the two to alternate. */
export const GAP_NOTE = "[Earlier messages are left out here.]";

/**
 * Opens the local record of a provider's compaction that can no longer be read; the record follows on the next
 * line.
 */
export const RECORD_NOTE =
  "[What was compacted here cannot be read by this provider. This is the local record of it, kept by code.]";

const isUserText = (view: ItemView): boolean =>
  view.role === "user" &&
  view.results.length === 0 &&
  view.calls.length === 0 &&
  view.attachments.length === 0;

/** True for a gap note of an earlier window: the engine drops it and adds a new one if needed. */
export const isGapNote = (view: ItemView): boolean => isUserText(view) && view.text.trim() === GAP_NOTE;

/** The text of the local record that replaces a provider's compaction; undefined for any other item. */
export const recordIn = (view: ItemView): string | undefined =>
  isUserText(view) && view.text.startsWith(`${RECORD_NOTE}\n`)
    ? view.text.slice(RECORD_NOTE.length + 1)
    : undefined;

/**
 * True for a message in the user role that our code wrote. Its text is never a rule, request or answer of the
 * user. Imitating it gains nothing: the imitator's text loses its weight.
 */
export const isOwnNote = (view: ItemView): boolean => isGapNote(view) || recordIn(view) !== undefined;
