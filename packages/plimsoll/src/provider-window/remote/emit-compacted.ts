import type { CompactionMetadata } from "./compaction-metadata.js";
import type { RemoteParts } from "./remote-parts.js";

export function emitCompacted({ emit }: Pick<RemoteParts, "emit">, metadata: CompactionMetadata): void {
  emit({
    event: "provider_window.compacted",
    compaction_id: metadata.id,
    mode: metadata.mode,
    trigger: metadata.trigger,
    provider: metadata.binding.provider,
    shape_hash: metadata.shapeHash,
    covered_items: metadata.covered.items,
    compaction_items: metadata.compactionItems,
    t_before: metadata.tokensBefore,
    t_after: metadata.tokensAfter,
    input_tokens: metadata.usage.input,
    output_tokens: metadata.usage.output,
    payloads: metadata.payloads,
    ...(metadata.checkpoint === undefined ? {} : { checkpoint: metadata.checkpoint }),
  });
}
