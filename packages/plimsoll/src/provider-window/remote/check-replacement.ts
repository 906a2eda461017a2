import { isRecord } from "../../text/is-record.js";
import { CompactError } from "../../errors/compact-error.js";
import { attachmentTokens } from "../../tokens/attachment-tokens.js";
import type { ItemMeter } from "../../tokens/item-meter.js";
import { normalizeUsage } from "../../tokens/normalize-usage.js";
import { completePrefix } from "../request/complete-prefix.js";
import { isCompactionItem, itemType, payloadOf, type WindowItem } from "../window/window-item.js";

const MAX_ITEMS = 10_000;
/** The maximum that the API accepts. */
const MAX_PAYLOAD_CHARACTERS = 20_971_520;

export interface ReplacementLimits {
  readonly meter: ItemMeter<WindowItem>;
  /** Tokens of the replaced items. */
  readonly tokensBefore: number;
  /** The window of the model that is sent the replacement. */
  readonly maxTokens: number;
  /** The usage that the provider reported for the compaction. */
  readonly usage: unknown;
  /** Exactly one compaction item and nothing else counts: the answer to a `compaction_trigger`. */
  readonly single?: boolean;
}

/**
 * The items that a provider returned in place of a window, as the same objects. Throws `REMOTE_COMPACTION_FAILED`
 * if they are unusable.
 */
export function checkReplacement(output: unknown, limits: ReplacementLimits): readonly WindowItem[] {
  if (!Array.isArray(output) || output.length === 0) throw refused("has no output");
  if (output.length > MAX_ITEMS) throw refused(`has ${output.length} items; at most ${MAX_ITEMS} are taken`);
  const all = output.map((item, index): WindowItem => {
    if (!isRecord(item)) throw refused(`has an output[${index}] that is no object`);
    return item;
  });
  const items = limits.single === true ? all.filter(isCompactionItem) : all;
  const compactions = items.filter(isCompactionItem);
  if (compactions.length === 0) throw refused("holds no compaction item");
  if (limits.single === true && compactions.length !== 1)
    throw refused(`holds ${compactions.length} compaction items where one was asked for`);
  for (const [index, item] of items.entries()) checkItem(item, index);
  const views = items.map((item) => limits.meter.view(item));
  if (completePrefix(views) !== items.length) throw refused("holds a call without its output");
  const tokens = replacementTokens(items, limits);
  const isReported = normalizeUsage(limits.usage) !== undefined;
  const judged = isReported ? tokens : readableTokens(items, limits.meter);
  if (judged > limits.tokensBefore)
    throw refused(`is larger (${tokens} tokens) than what it replaces (${limits.tokensBefore})`);
  if (judged > limits.maxTokens)
    throw refused(`is larger (${tokens} tokens) than the model's window (${limits.maxTokens})`);
  return items;
}

/** What nobody but the provider reads: its length says little about its tokens. */
const opaqueTokens = (item: WindowItem, meter: ItemMeter<WindowItem>): number =>
  meter
    .view(item)
    .attachments.filter(({ kind }) => kind === "encrypted" || kind === "unknown")
    .reduce((sum, attachment) => sum + attachmentTokens(attachment), 0);

const readableTokens = (items: readonly WindowItem[], meter: ItemMeter<WindowItem>): number =>
  items
    .filter((item) => !isCompactionItem(item))
    .reduce((sum, item) => sum + Math.max(0, meter.tokens(item) - opaqueTokens(item, meter)), 0);

/**
 * The tokens of a replacement. The length of an opaque payload, in an encrypted item or one of an unknown kind, says little; the
 * provider's output tokens say more, if it reports them. Otherwise a payload counts as a long summary at most.
 */
export function replacementTokens(
  items: readonly WindowItem[],
  { meter, usage }: Pick<ReplacementLimits, "meter" | "usage">,
): number {
  const all = items.reduce((sum, item) => sum + meter.tokens(item), 0);
  const readable = readableTokens(items, meter);
  const written = normalizeUsage(usage)?.outputTokens ?? 0;
  const byLength = items.reduce((sum, item) => sum + opaqueTokens(item, meter), 0);
  return written > 0 ? readable + Math.min(written, byLength) : all;
}

function checkItem(item: WindowItem, index: number): void {
  if (itemType(item) === "unknown") throw refused(`has an output[${index}] without a type`);
  if (!isCompactionItem(item)) return;
  const payload = payloadOf(item);
  if (payload === undefined || payload === "")
    throw refused(`has a compaction item without encrypted content`);
  if (payload.length > MAX_PAYLOAD_CHARACTERS)
    throw refused(`has an encrypted content of ${payload.length} characters`);
}

const refused = (what: string): CompactError =>
  new CompactError("REMOTE_COMPACTION_FAILED", `The provider's replacement ${what}; it was not used.`, {
    details: { reason: "invalid_replacement" },
  });
