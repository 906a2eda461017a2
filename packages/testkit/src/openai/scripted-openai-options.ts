import type { WireRecord } from "../wire-record.js";
import type { UnpersistedIds } from "./effective-input.js";
import type { OverflowShape } from "./openai-fault.js";
import type { UsageCounts } from "./response-usage.js";
import type { ScriptedOutput } from "./scripted-output.js";

export interface OpenAIReplySettings {
  /** Reported instead of what was counted. */
  readonly usage?: Partial<UsageCounts>;
  /** The response ends as `incomplete`, for `max_output_tokens`. */
  readonly incomplete?: boolean;
}

/** What a request asks, as the model would see it. */
export interface OpenAIRequestView {
  readonly body: WireRecord;
  /** The chain and the request's own items. */
  readonly items: readonly WireRecord[];
  readonly inputTokens: number;
}

/** Writes the output of a request that no reply was queued for. */
export type Respond = (
  request: OpenAIRequestView,
) => ScriptedOutput | readonly ScriptedOutput[] | Promise<ScriptedOutput | readonly ScriptedOutput[]>;

export interface ScriptedOpenAIOptions {
  /** Answers when the queue is empty. @default a short assistant message */
  readonly respond?: Respond;
  /** Input tokens (o200k) that a request may have. @default no limit */
  readonly contextWindow?: number;
  /** How a longer request is refused; the compact route always answers with HTTP 400. @default "http" */
  readonly overflow?: OverflowShape;
  /** What a compaction item costs, when it is made and when it is sent. @default 400 */
  readonly compactionTokens?: number;
  /** Sends `response.compaction.compacting`, which the recorded stream does not have. @default false */
  readonly compactingEvents?: boolean;
  /** Encrypted reasoning without `include: ["reasoning.encrypted_content"]`. @default false */
  readonly encryptReasoning?: boolean;
  /** Which ids of items from `store: false` responses are refused. @default "needed" */
  readonly unpersistedIds?: UnpersistedIds;
  /** The status of `previous_response_not_found`. @default 400 */
  readonly missingResponseStatus?: 400 | 404;
  /** Servers with the same secret read each other's encrypted items. @default a different one per server */
  readonly secret?: string;
  /** Milliseconds. @default a fixed time, one second later for every request */
  readonly now?: () => number;
  /** @default numbered in order */
  readonly makeId?: (prefix: string) => string;
  /** A longer body is refused with 413. @default 64 MiB */
  readonly maxRequestBytes?: number;
}
