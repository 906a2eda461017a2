import { inTurns } from "../../collections/in-turns.js";
import { itemId } from "../../conversation/item-id.js";
import { RECORD_NOTE } from "../../conversation/is-own-note.js";
import { SessionFacts } from "../../engine/follow/session-facts.js";
import { readCheckpoint, readStoredCheckpoint } from "../../engine/commit/stored-checkpoint.js";
import { responses } from "../../formats/responses/responses.js";
import { renderCheckpoint } from "../../facts/checkpoint/render-checkpoint.js";
import type { Redactor } from "../../redaction/redactor.js";
import type { StorageAdapter, StoredEntry } from "../../stores/storage-adapter.js";
import type { ItemMeter } from "../../tokens/item-meter.js";
import { isCompactionItem, type WindowItem } from "./window-item.js";

export interface ShadowParts {
  readonly sessionId: string;
  readonly storage: StorageAdapter;
  readonly meter: ItemMeter<WindowItem>;
  readonly redactor: Redactor;
  now(): string;
}

/** Read in a few milliseconds. */
const TURN_ITEMS = 8;
const MAX_TOKENS = 4000;

/**
 * The readable state of what a provider has compacted, kept beside its window and never put into it: the source for
 * resuming, auditing and debugging. `previous` is gone on from where the list no longer holds what that stands for.
 */
export async function shadowCheckpoint(
  parts: ShadowParts,
  items: readonly WindowItem[],
  previous?: string,
): Promise<StoredEntry> {
  const facts = new SessionFacts<WindowItem>();
  const stored =
    previous === undefined ? undefined : await readStoredCheckpoint(parts.storage, parts.sessionId, previous);
  if (stored) facts.restore(stored);
  const list = {
    items: items.filter((item) => !isCompactionItem(item)),
    start: 0,
    idOf: itemId,
    viewOf: (item: WindowItem) => parts.meter.view(parts.redactor.value(item)),
    // A list at the provider has no summary of ours that anything hangs on: what looks like one is somebody's message.
    summaryOf: () => undefined,
    mayGiveWay: () => false,
    isAfterStored: false,
  };
  await inTurns(facts.takeInSteps(list, (from) => from + TURN_ITEMS));
  return facts.toEntry(facts.current(parts.sessionId).checkpoint, parts.now()).entry;
}

/**
 * The message that stands in for an item which can no longer be read; undefined if nothing is known of it.
 */
export async function checkpointMessage(parts: ShadowParts, id: string): Promise<WindowItem | undefined> {
  const checkpoint = await readCheckpoint(parts.storage, parts.sessionId, id);
  if (!checkpoint) return undefined;
  const count = (text: string): number => parts.meter.text(text);
  const { text } = renderCheckpoint(checkpoint, { maxTokens: MAX_TOKENS, count });
  return { ...responses.message("user", `${RECORD_NOTE}\n${text}`) };
}
