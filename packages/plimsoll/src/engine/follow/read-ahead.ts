import type { ToolCallView, ToolResultView } from "../../conversation/item-view.js";
import { contentId } from "../../conversation/same-content.js";
import { classifyOutput } from "../../tool-outputs/classify-output.js";
import type { Engine } from "../engine.js";

/** Shorter outputs stay as they are, as a rule. */
const LEAST_CHARACTERS = 1024;
/** A call stands just before its result, or before those of the calls beside it. */
const MOST_ITEMS_BACK = 32;

/**
 * Finds out of an arriving item what a compaction will ask of it: the digest of its content, and the kinds of its large
 * outputs. Both are remembered where they are made; read now, they cost a little of every turn instead of a pause.
 */
export function readAhead<W extends object>(
  { meter, redacted }: Pick<Engine<W>, "meter" | "redacted">,
  items: readonly W[],
  position: number,
): void {
  const item = items[position] as W;
  contentId(item);
  for (const result of meter.view(redacted(item)).results) {
    if (result.text.length < LEAST_CHARACTERS) continue;
    const call = result.ownCall ?? callBefore(meter, items, { position, result });
    if (call) classifyOutput({ text: result.text, call });
  }
}

function callBefore<W extends object>(
  meter: Engine<W>["meter"],
  items: readonly W[],
  { position, result }: { readonly position: number; readonly result: ToolResultView },
): ToolCallView | undefined {
  const first = Math.max(0, position - MOST_ITEMS_BACK);
  for (let index = position - 1; index >= first; index--) {
    const { calls } = meter.view(items[index] as W);
    const call = calls.find(({ callId }) => callId !== "" && callId === result.callId);
    if (call) return call;
  }
  return undefined;
}
