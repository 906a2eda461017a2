import type { EventDraft } from "../events/event-bus.js";
import type { Redactor } from "../redaction/redactor.js";
import type { ItemMeter } from "../tokens/item-meter.js";
import type { Trigger } from "./decide.js";

export interface RemoteCompactRequest<W extends object> {
  /** The window, in the order in which it would be sent. */
  readonly items: readonly W[];
  readonly model: string;
  readonly instructions?: string;
  readonly trigger: Trigger;
  /** The usable window, in tokens. */
  readonly maxTokens: number;
  /** What compactions of this session before told of themselves. */
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
  /** What is to be kept of it: plain JSON. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Has the provider of a conversation compact it, for `policy.strategy: "remote"`. */
export interface RemoteCompactor<W extends object> {
  readonly name: string;
  /**
   * What the provider made of the window; undefined where it made nothing, and the window is compacted here. Rejects
   * with `ABORTED`, and with `REMOTE_COMPACTION_FAILED` where it was told to fail instead.
   */
  compact(request: RemoteCompactRequest<W>): Promise<RemoteReplacement<W> | undefined>;
}
