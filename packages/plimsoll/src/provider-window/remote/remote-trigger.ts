import { jsonText } from "../../text/json-text.js";
import type { ItemMeter } from "../../tokens/item-meter.js";
import { type CompactionTrigger, payloadHash } from "./compaction-metadata.js";
import type { RequestBody } from "../transport/responses-transport.js";
import type { ProviderWindowState } from "../window/provider-window-state.js";
import { isCompacted } from "../window/window-step.js";
import {
  isCompactionItem,
  isPreamble,
  isUserMessage,
  payloadOf,
  type WindowItem,
} from "../window/window-item.js";

export interface TriggerInput {
  readonly state: ProviderWindowState;
  readonly items: readonly WindowItem[];
  readonly body: RequestBody;
  readonly meter: ItemMeter<WindowItem>;
  /** The share of the window from which on it is compacted. */
  readonly triggerPct: number;
  readonly maxTokens: number;
  /** The request goes to a model with a smaller window than the one before. */
  readonly isSmaller?: boolean;
}

/** A window that was compacted grows by this share before it is again: one that cannot get smaller is left alone. */
const LEAST_GROWTH = 0.1;

/** The size of the next request, and the basis of that number. */
export interface RequestSize {
  readonly tokens: number;
  readonly anchored: boolean;
}

/** The reported usage of the previous request plus new items; fully estimated if nothing was reported. */
export function requestSize({ state, items, body, meter }: TriggerInput): RequestSize {
  const written = writtenTokens(state);
  const sum = (list: readonly WindowItem[]): number =>
    list.reduce((total, item) => total + (costOf(item, written) ?? meter.tokens(item)), 0);
  const { usage } = state;
  if (usage && usage.items > 0 && usage.items <= items.length)
    return { tokens: usage.input + usage.output + sum(items.slice(usage.items)), anchored: true };
  const fixed = meter.text(jsonText(body["instructions"] ?? "")) + meter.text(jsonText(body["tools"] ?? ""));
  return { tokens: fixed + sum(items), anchored: false };
}

/** The provider's output tokens by payload; the length of a payload says little about its cost. */
function writtenTokens({ compactions }: ProviderWindowState): ReadonlyMap<string, number> {
  return new Map(
    compactions
      .filter(({ mode, usage }) => mode !== "server" && usage.output > 0)
      .flatMap(({ payloads, usage }) =>
        payloads.map(({ hash }) => [hash, usage.output / payloads.length] as const),
      ),
  );
}

function costOf(item: WindowItem, written: ReadonlyMap<string, number>): number | undefined {
  const payload = isCompactionItem(item) ? payloadOf(item) : undefined;
  return payload === undefined ? undefined : written.get(payloadHash(payload));
}

/**
 * Why the window must be compacted now; undefined if it need not be. Tokens decide, not the number of items or a
 * changed shape. Before the first answer, and before the first answer after a compaction, there is no basis for a
 * decision.
 */
export function remoteTrigger(input: TriggerInput): CompactionTrigger | undefined {
  const { state, maxTokens, triggerPct } = input;
  if (state.responses === 0 || (isCompacted(state) && !input.isSmaller)) return undefined;
  const { tokens, anchored } = requestSize(input);
  if (tokens < Math.floor(maxTokens * triggerPct)) return undefined;
  if (!input.isSmaller && !hasGrown(input, { tokens, anchored })) return undefined;
  return anchored ? "usage" : "estimate";
}

/**
 * True if the window has hardly grown since the provider compacted it: it would compact it to the same size again. Without the
 * provider's count of that size nothing is known.
 */
export function isFutile(input: TriggerInput): boolean {
  return (
    input.state.floor !== undefined &&
    input.items.some(isCompactionItem) &&
    !hasGrown(input, requestSize(input))
  );
}

/** By the reported usage; without one, by what follows the last compaction. */
function hasGrown(
  { state, items, meter, maxTokens }: TriggerInput,
  { tokens, anchored }: RequestSize,
): boolean {
  const least = maxTokens * LEAST_GROWTH;
  if (state.floor !== undefined && tokens < state.floor + least) return false;
  if (anchored || state.covered === 0) return true;
  return items.slice(state.head.length).reduce((sum, item) => sum + meter.tokens(item), 0) >= least;
}

/** The end of the part that may be compacted: before the user's last unanswered request. */
export function stableBoundary(items: readonly WindowItem[]): number {
  let end = items.length;
  while (end > 0) {
    const item = items[end - 1];
    if (!item || !(isUserMessage(item) || isPreamble(item))) break;
    end--;
  }
  return end;
}
