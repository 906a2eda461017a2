import type { Redactor } from "../../redaction/redactor.js";
import { type ContinuationMiss, describeSide, type ResetReason } from "./continuation-miss.js";
import { firstMismatch, type ItemMark, markOf } from "./item-mark.js";
import { changedFields, type RequestShape } from "./request-shape.js";
import type { ProviderWindowState, WindowBase } from "../window/provider-window-state.js";
import type { WindowItem } from "../window/window-item.js";

export type Continuation =
  | { readonly type: "incremental"; readonly previousResponseId: string; readonly from: number }
  /** `miss` is absent for the first request of a conversation. */
  | { readonly type: "full"; readonly miss?: ContinuationMiss };

export interface ContinuationInput {
  readonly state: ProviderWindowState;
  /** The window as it would be sent in full. */
  readonly items: readonly WindowItem[];
  readonly shape: RequestShape;
  readonly store: boolean;
  readonly redactor: Redactor;
}

/**
 * Decides whether a request can continue the last response with only new items: if the list begins with
 * everything the provider holds and no other part of the request changed. Otherwise it says why not.
 */
export function decideContinuation(input: ContinuationInput): Continuation {
  const { state, items, shape, store } = input;
  const { base } = state;
  const marks = items.map(markOf);
  if (!base) {
    if (state.responses === 0 && state.reset === undefined) return { type: "full" };
    const reason = state.reset ?? (store ? "response_not_continuable" : "store_disabled");
    return { type: "full", miss: missOf(input, marks, { reason, mismatch: -1 }) };
  }
  const mismatch = firstMismatch(base.prefix, marks);
  const changed = changedFields(base.shape, shape);
  const reason = reasonOf({ store, base, mismatch, changed });
  if (reason === undefined)
    return { type: "incremental", previousResponseId: base.responseId, from: base.prefix.length };
  return { type: "full", miss: missOf(input, marks, { reason, mismatch, base, changed }) };
}

function reasonOf(found: {
  readonly store: boolean;
  readonly base: WindowBase;
  readonly mismatch: number;
  readonly changed: readonly string[];
}): ResetReason | undefined {
  if (!found.store) return "store_disabled";
  if (found.mismatch !== -1) return "conversation_not_strict_append_only";
  if (found.changed.length > 0) return "request_shape_changed";
  return found.base.stored && found.base.responseId !== "" ? undefined : "response_not_continuable";
}

function missOf(
  { items, shape, redactor, state }: ContinuationInput,
  marks: readonly ItemMark[],
  found: {
    readonly reason: ResetReason;
    readonly mismatch: number;
    readonly base?: WindowBase;
    readonly changed?: readonly string[];
  },
): ContinuationMiss {
  const { mismatch, base } = found;
  const expected = describeSide(base?.prefix[mismatch], { redactor });
  const current = describeSide(marks[mismatch], { item: items[mismatch], redactor });
  return {
    reason: found.reason,
    expectedPrefixLength: base?.prefix.length ?? state.list.length - state.covered + state.head.length,
    currentLength: items.length,
    firstMismatchIndex: mismatch,
    ...(expected ? { expected } : {}),
    ...(current ? { current } : {}),
    expectedShapeHash: base?.shape.hash ?? "",
    currentShapeHash: shape.hash,
    changedFields: found.changed ?? [],
  };
}
