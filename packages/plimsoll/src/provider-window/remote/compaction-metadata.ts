import { itemId } from "../../conversation/item-id.js";
import { sha256 } from "../../text/sha256.js";
import { normalizeUsage } from "../../tokens/normalize-usage.js";
import type { ProviderBinding } from "../transport/responses-transport.js";
import { isCompactionItem, payloadOf, type WindowItem } from "../window/window-item.js";

/** Why a compaction was requested. */
export type CompactionTrigger = "usage" | "estimate" | "overflow" | "manual" | "strategy" | "server";

/** How it was requested. `server`: the provider did it by itself, in the output of a request. */
export type CompactionMode = "standalone" | "trigger" | "server";

/**
 * Metadata of one remote compaction, for observability. It is in the window's log and never an item of the
 * archive, so neither recall nor `remember` can return it.
 */
export interface CompactionMetadata {
  readonly id: string;
  readonly ts: string;
  readonly mode: CompactionMode;
  readonly trigger: CompactionTrigger;
  readonly model: string;
  /** The provider and account that created it. The items go to nobody else. */
  readonly binding: ProviderBinding;
  readonly shapeHash: string;
  /** The window items that it covers. */
  readonly covered: {
    readonly items: number;
    readonly first: string;
    readonly last: string;
  };
  readonly compactionItems: number;
  readonly usage: { readonly input: number; readonly output: number; readonly cached: number };
  readonly payloads: readonly { readonly hash: string; readonly bytes: number }[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** The entry of the local checkpoint that was written with it. */
  readonly checkpoint?: string;
}

export interface MetadataInput
  extends Pick<
    CompactionMetadata,
    "ts" | "mode" | "trigger" | "model" | "binding" | "shapeHash" | "tokensBefore" | "tokensAfter"
  > {
  readonly source: readonly WindowItem[];
  readonly replacement: readonly WindowItem[];
  readonly usage: unknown;
}

/** The digest under which an encrypted payload is known; the payload itself is in no event and in no record. */
export const payloadHash = (payload: string): string => sha256(payload);

export function describeCompaction(input: MetadataInput): CompactionMetadata {
  const { source, replacement } = input;
  const usage = normalizeUsage(input.usage);
  const payloads = replacement
    .filter(isCompactionItem)
    .map((item) => payloadOf(item) ?? "")
    .map((payload) => ({ hash: payloadHash(payload), bytes: new TextEncoder().encode(payload).length }));
  const first = source[0];
  const last = source.at(-1);
  return {
    id: `rcmp_${sha256(`${input.ts}\n${payloads.map(({ hash }) => hash).join()}`).slice(0, 24)}`,
    ts: input.ts,
    mode: input.mode,
    trigger: input.trigger,
    model: input.model,
    binding: input.binding,
    shapeHash: input.shapeHash,
    covered: {
      items: source.length,
      first: first ? itemId(first) : "",
      last: last ? itemId(last) : "",
    },
    compactionItems: payloads.length,
    usage: {
      input: usage?.inputTokens ?? 0,
      output: usage?.outputTokens ?? 0,
      cached: usage?.cachedTokens ?? 0,
    },
    payloads,
    tokensBefore: input.tokensBefore,
    tokensAfter: input.tokensAfter,
  };
}
