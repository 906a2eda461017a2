import type { ToolCallView } from "../../conversation/item-view.js";
import { itemId } from "../../conversation/item-id.js";
import { responses } from "../../formats/responses/responses.js";
import type { Redactor } from "../../redaction/redactor.js";
import type { ItemMeter } from "../../tokens/item-meter.js";
import { fitsTokens } from "../../tool-outputs/fits-tokens.js";
import { makeEvidence } from "../../tool-outputs/make-evidence.js";
import { completePrefix } from "../request/complete-prefix.js";
import { type StripScope, withoutProviderIds } from "../request/without-provider-id.js";
import type { WindowItem } from "../window/window-item.js";

export interface CompactInputOptions {
  readonly meter: ItemMeter<WindowItem>;
  readonly redactor: Redactor;
  /** No item from here on is compacted. @default all may be */
  readonly limit?: number;
  /** The most tokens of one tool output. */
  readonly maxOutputTokens: number;
  /** Which ids to leave out; none if absent. */
  readonly strip?: StripScope;
}

/** A window, split at a boundary where it may be compacted. */
export interface CompactInput {
  /** The input of the compaction: complete, with bounded tool outputs. */
  readonly input: readonly WindowItem[];
  /** The number of window items that the input covers. */
  readonly length: number;
  /** The unchanged rest, which follows the replacement. */
  readonly tail: readonly WindowItem[];
}

/** Splits a window into what may be compacted and what stays. Never separates a call from its output. */
export function compactInput(items: readonly WindowItem[], options: CompactInputOptions): CompactInput {
  const { meter, limit = items.length, strip } = options;
  const views = items.map((item) => meter.view(item));
  const length = completePrefix(views, limit);
  const calls = new Map<string, ToolCallView>();
  const input = items.slice(0, length).map((item, index) => {
    for (const call of views[index]?.calls ?? []) calls.set(call.callId, call);
    return boundOutputs(item, calls, options);
  });
  const tail = items.slice(length);
  return { input: strip === undefined ? input : withoutProviderIds(input, strip), length, tail };
}

/** The item with evidence in place of every output that is too long; the archive holds the whole under the id it names. */
function boundOutputs(
  item: WindowItem,
  calls: ReadonlyMap<string, ToolCallView>,
  { meter, redactor, maxOutputTokens: maxTokens }: CompactInputOptions,
): WindowItem {
  const count = (text: string): number => meter.text(text);
  let bounded = item;
  for (const { callId, text } of meter.view(item).results) {
    if (fitsTokens(text, { maxTokens, count })) continue;
    const call = calls.get(callId);
    const output = { text: redactor.text(text), ...(call ? { call } : {}) };
    const evidence = makeEvidence(output, { maxTokens, count, reference: itemId(item) });
    const replaced: object = responses.withResult(bounded, callId, evidence.text);
    bounded = { ...replaced };
  }
  return bounded;
}
