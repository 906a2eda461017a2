import { itemText } from "../conversation/item-text.js";
import { CompactError } from "../errors/compact-error.js";
import type { ItemDetail } from "./item-detail.js";
import { itemRow } from "./item-row.js";
import type { OpenedSession } from "./open-session.js";
import { wholeTranscript } from "./read-transcript.js";

export interface ItemQuery {
  readonly of?: "text" | "wire";
  readonly start?: number;
  readonly length?: number;
}

const DEFAULT_PART = 20_000;
const MAX_PART = 200_000;

/** An item of a session by its id, wherever it is: in the archive, in a window that a compaction made, or in memory. */
export async function findItem(session: OpenedSession, itemId: string): Promise<object> {
  const { id, room, history } = session;
  const [entry] = await room.archive.find(id, [itemId]);
  if (entry?.kind === "item") return entry.data as object;
  for (const { window } of history.records)
    for (const part of window.layout) if ("item" in part && part.id === itemId) return part.item;
  const manager = await session.manager();
  const shown = (await manager.window(id)).find((shownItem) => shownItem.id === itemId);
  if (shown) return shown.item;
  const said = (await wholeTranscript(session)).items.find((item) => item.id === itemId);
  if (said) return said.item;
  throw new CompactError("UNKNOWN_ITEM", `Session "${id}" has no item "${itemId.slice(0, 200)}".`, {
    details: { sessionId: id, itemId },
  });
}

/** An item with a part of its text, or of its JSON as it goes over the wire. Without secrets. */
export async function readItem(
  session: OpenedSession,
  itemId: string,
  { of = "text", start = 0, length = DEFAULT_PART }: ItemQuery,
): Promise<ItemDetail> {
  const { redactor, view } = session.rows;
  const item = redactor.value(await findItem(session, itemId));
  const whole = of === "wire" ? JSON.stringify(item, undefined, 2) : itemText(view(item));
  const from = Math.min(Math.max(0, start), whole.length);
  return {
    ...itemRow(itemId, item, session.rows),
    of,
    part: whole.slice(from, from + Math.min(MAX_PART, Math.max(1, length))),
    start: from,
    length: whole.length,
  };
}
