import type { EventFields } from "../events/compact-event.js";
import type { CompactionMetadata } from "./remote/compaction-metadata.js";
import type { Continuation } from "./request/continuation.js";
import type { ContinuationMiss, MismatchSide } from "./request/continuation-miss.js";
import type { RemoteParts } from "./remote/remote-parts.js";

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

export function emitRequest(
  { emit }: Pick<RemoteParts, "emit">,
  continuation: Continuation,
  sent: {
    readonly items: number;
    readonly total: number;
    readonly shapeHash: string;
    readonly tokens: number;
  },
): void {
  const miss = continuation.type === "full" ? continuation.miss : undefined;
  if (miss) emitMiss(emit, miss);
  emit({
    event: "provider_window.request_sent",
    mode: continuation.type,
    items_sent: sent.items,
    items_total: sent.total,
    shape_hash: sent.shapeHash,
    t_est: sent.tokens,
    ...(miss ? { reason: miss.reason } : {}),
  });
}

function emitMiss(emit: RemoteParts["emit"], miss: ContinuationMiss): void {
  emit({
    event: "provider_window.continuation_missed",
    reason: miss.reason,
    expected_prefix_length: miss.expectedPrefixLength,
    current_length: miss.currentLength,
    first_mismatch_index: miss.firstMismatchIndex,
    expected_shape_hash: miss.expectedShapeHash,
    current_shape_hash: miss.currentShapeHash,
    changed_fields: miss.changedFields,
    ...(miss.expected ? { expected: toWire(miss.expected) } : {}),
    ...(miss.current ? { current: toWire(miss.current) } : {}),
  });
}

const toWire = ({
  stableId,
  ...rest
}: MismatchSide): EventFields<"provider_window.continuation_missed">["expected"] & {} => ({
  ...rest,
  stable_id: stableId,
});
