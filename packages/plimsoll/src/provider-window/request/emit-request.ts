import type { EventFields } from "../../events/compact-event.js";
import type { Continuation } from "./continuation.js";
import type { ContinuationMiss, MismatchSide } from "./continuation-miss.js";
import type { RemoteParts } from "../remote/remote-parts.js";

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
