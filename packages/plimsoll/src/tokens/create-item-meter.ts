import type { ItemView } from "../conversation/item-view.js";
import { attachmentTokens } from "./attachment-tokens.js";
import type { ItemMeter } from "./item-meter.js";
import { TextCountCache } from "./text-count-cache.js";
import type { TokenEstimator } from "./token-estimator.js";

/**
 * Tokens of an item in addition to its content: role and delimiters of every item, and the type, id and braces of
 * every tool call and tool result.
 */
export const ENVELOPE_TOKENS: { readonly item: number; readonly callOrResult: number } = Object.freeze({
  item: 4,
  callOrResult: 3,
});

/**
 * The most that a provider's compaction counts, unless the provider reports what it costs: as much as a long
 * summary. The length of its ciphertext says little.
 */
const PROVIDER_STATE_TOKENS = 2000;

export interface ItemMeterOptions {
  /** How many characters the cache of counts may hold; long texts are held as digests. @default 2,000,000 */
  readonly maxCachedCharacters?: number;
}

/** A meter of the items of one format. Views and counts are cached per object, counts also by text. */
export function createItemMeter<W extends object>(
  format: { view(wire: W): ItemView },
  estimator: TokenEstimator,
  options: ItemMeterOptions = {},
): ItemMeter<W> {
  const views = new WeakMap<W, ItemView>();
  const tokensOfItems = new WeakMap<W, number>();
  const cache = new TextCountCache(options.maxCachedCharacters);
  const countText = (text: string): number => estimator.count(text);

  function text(content: string): number {
    return content === "" ? 0 : cache.count(content, countText);
  }

  function view(wire: W): ItemView {
    let known = views.get(wire);
    if (known === undefined) {
      known = format.view(wire);
      views.set(wire, known);
    }
    return known;
  }

  function viewTokens(item: ItemView): number {
    let total = ENVELOPE_TOKENS.item + text(item.text) + text(item.reasoning);
    for (const call of item.calls) {
      total += ENVELOPE_TOKENS.callOrResult + text(call.name) + text(call.arguments);
    }
    for (const result of item.results) total += ENVELOPE_TOKENS.callOrResult + text(result.text);
    let attached = 0;
    for (const attachment of item.attachments) attached += attachmentTokens(attachment);
    return total + (item.providerState ? Math.min(attached, PROVIDER_STATE_TOKENS) : attached);
  }

  function tokens(wire: W): number {
    let known = tokensOfItems.get(wire);
    if (known === undefined) {
      known = viewTokens(view(wire));
      tokensOfItems.set(wire, known);
    }
    return known;
  }

  const remember = (content: string, count: number): void => cache.remember(content, count);
  const known = (content: string): number | undefined => cache.known(content);
  const counter = { count: text, countOnce: countText, known, seams: estimator.seams };
  return { view, tokens, viewTokens, text, remember, counter };
}
