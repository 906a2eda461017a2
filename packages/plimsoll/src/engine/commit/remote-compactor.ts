import { isRecord } from "../../text/is-record.js";
import { CompactError } from "../../errors/compact-error.js";
import { withinTime } from "../../errors/within-time.js";
import type { EventDraft } from "../../events/compact-event.js";
import type { Redactor } from "../../redaction/redactor.js";
import type { ItemMeter } from "../../tokens/item-meter.js";
import type { Trigger } from "../plan/decide.js";

export interface RemoteCompactRequest<W extends object> {
  /** The window, in the order in which it would be sent. */
  readonly items: readonly W[];
  readonly model: string;
  readonly instructions?: string;
  readonly trigger: Trigger;
  /** The usable window, in tokens. */
  readonly maxTokens: number;
  /** The metadata of this session's earlier compactions. */
  readonly earlier: readonly Readonly<Record<string, unknown>>[];
  readonly signal?: AbortSignal;
  readonly meter: ItemMeter<W>;
  readonly redactor: Redactor;
  now(): string;
  emit(event: EventDraft): void;
}

export interface RemoteReplacement<W extends object> {
  /** Stands for the first `length` items. */
  readonly items: readonly W[];
  readonly length: number;
  readonly tokensAfter: number;
  /** Metadata to keep, as plain JSON. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What a remote compactor answers; `failed` says in one sentence why the provider did not compact. */
type RemoteAnswer<W extends object> = RemoteReplacement<W> | { readonly failed: string } | undefined;

/** Has the provider of a conversation compact it, for `policy.strategy: "remote"` or for one call. */
export interface RemoteCompactor<W extends object> {
  readonly name: string;
  /**
   * Returns the provider's window. If the provider failed, or was not asked (undefined), the engine compacts
   * locally. Rejects with `ABORTED`, and with `REMOTE_COMPACTION_FAILED` if it is configured to fail.
   */
  compact(request: RemoteCompactRequest<W>): Promise<RemoteAnswer<W>>;
}

/**
 * The same compactor with a time limit. If it fails unexpectedly, returns nonsense or does not answer in time, it
 * calls `onFailure` and the engine compacts locally. 0 milliseconds waits forever.
 */
export function limitedRemote<W extends object>(
  remote: RemoteCompactor<W>,
  { milliseconds, onFailure }: { readonly milliseconds: number; onFailure(reason: string): void },
): RemoteCompactor<W> {
  const tooLate = (): Error => new Error(`it did not answer within ${milliseconds} ms`);
  return {
    name: typeof remote.name === "string" ? remote.name : "remote",
    async compact(request) {
      const { signal: own } = request;
      let failed = "what it gave is no replacement of the window's first items";
      try {
        const made: unknown = await withinTime({ milliseconds, tooLate, signal: own }, (signal) =>
          remote.compact({ ...request, signal }),
        );
        if (made === undefined || isReplacement<W>(made, request.items.length) || isFailed(made)) return made;
      } catch (error) {
        if (own?.aborted || CompactError.isInstance(error)) throw error;
        failed = error instanceof Error ? error.message : String(error);
      }
      onFailure(failed);
      return { failed };
    },
  };
}

const isFailed = (made: unknown): made is { readonly failed: string } =>
  isRecord(made) && typeof made["failed"] === "string";

function isReplacement<W extends object>(made: unknown, most: number): made is RemoteReplacement<W> {
  if (!isRecord(made)) return false;
  const { items, length, tokensAfter, metadata } = made;
  return (
    Array.isArray(items) &&
    items.every(isRecord) &&
    Number.isInteger(length) &&
    Number(length) >= 0 &&
    Number(length) <= most &&
    Number.isFinite(tokensAfter) &&
    isRecord(metadata)
  );
}
