import type { NormalizedUsage } from "../../tokens/normalize-usage.js";
import type { ModelPrices } from "../../tokens/prices.js";
import type { Engine } from "../engine.js";

/** Reports the usage, whatever happens to the summary. */
export function tellUsage<W extends object>(
  engine: Engine<W>,
  sessionId: string,
  usage: readonly NormalizedUsage[],
): void {
  if (usage.length === 0) return;
  engine.spend(sessionId, usage);
  const total = (key: keyof NormalizedUsage): number => usage.reduce((sum, spent) => sum + spent[key], 0);
  const by = engine.summarizer?.model;
  const dollars = by === undefined ? undefined : priceOf(engine.pricesOf(by), total);
  engine.events.emit(sessionId, {
    event: "compact.summary_usage",
    requests: usage.length,
    input_tokens: total("inputTokens"),
    output_tokens: total("outputTokens"),
    cached_tokens: total("cachedTokens"),
    ...(by === undefined ? {} : { by }),
    ...(dollars === undefined ? {} : { dollars }),
  });
}

const MILLION = 1_000_000;

/** By list price; undefined if a price is unknown. */
function priceOf(
  prices: ModelPrices | undefined,
  total: (key: keyof NormalizedUsage) => number,
): number | undefined {
  if (prices?.output === undefined) return undefined;
  const fresh = Math.max(0, total("inputTokens") - total("cachedTokens"));
  const input = fresh * prices.input + total("cachedTokens") * prices.cachedInput;
  return (input + total("outputTokens") * prices.output) / MILLION;
}
