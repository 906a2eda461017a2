import type { NormalizedUsage } from "../../tokens/usage.js";
import type { Engine } from "../engine.js";

/** What was spent is spent, whatever becomes of the summary. */
export function tellSummaryUsage<W extends object>(
  engine: Engine<W>,
  sessionId: string,
  usage: readonly NormalizedUsage[],
): void {
  if (usage.length === 0) return;
  engine.spending.add(sessionId, usage);
  const total = (key: keyof NormalizedUsage): number => usage.reduce((sum, spent) => sum + spent[key], 0);
  engine.events.emit(sessionId, {
    event: "compact.summary_usage",
    requests: usage.length,
    input_tokens: total("inputTokens"),
    output_tokens: total("outputTokens"),
    cached_tokens: total("cachedTokens"),
  });
}
