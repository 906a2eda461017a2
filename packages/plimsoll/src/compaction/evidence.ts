import type { Format } from "../formats/format.js";
import type { ItemMeter } from "../tokens/item-meter.js";
import { excerpt } from "../tool-outputs/excerpt.js";

export interface EvidenceOptions<W extends object> {
  readonly format: Format<W>;
  readonly meter: ItemMeter<W>;
  readonly maxTokens: number;
  redact(text: string): string;
}

/** A copy of the item in which every result over `maxTokens` is evidence; the very item if none is. */
export function withEvidence<W extends object>(item: W, options: EvidenceOptions<W>): W {
  const { format, meter, maxTokens } = options;
  let replaced = item;
  for (const { callId, text } of meter.view(item).results) {
    if (meter.text(text) <= maxTokens) continue;
    replaced = format.withResult(
      replaced,
      callId,
      excerpt(options.redact(text), maxTokens, (part) => meter.text(part)),
    );
  }
  return replaced;
}
