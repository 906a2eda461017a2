import type { JsonRecord } from "../json/json-record.js";
import type { FailureCode } from "./upstream-failure.js";

/** Tokens of one request, as the upstream counted them. */
export interface AnswerUsage {
  /** All of the prompt, cached or not. */
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  /** All of the answer, reasoning included. */
  readonly outputTokens: number;
  readonly reasoningTokens: number;
}

/** What happens in the answer of a model, whatever protocol it speaks, in order. */
export type AnswerEvent =
  | { readonly type: "reasoning"; readonly delta: string }
  /** What must be sent back with the reasoning that went before, or by itself if there was none. Ends that reasoning. */
  | { readonly type: "reasoning_payload"; readonly kind: string; readonly data: unknown }
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "citation"; readonly url: string; readonly title: string }
  /** A call begins. `key` tells the calls of one answer apart; `id` is the upstream's, or empty if it gave none. */
  | { readonly type: "call"; readonly key: string; readonly id: string; readonly name: string }
  | { readonly type: "arguments"; readonly key: string; readonly delta: string }
  | { readonly type: "call_end"; readonly key: string }
  /** The upstream searched the web by itself. An empty query: it does not say for what. */
  | { readonly type: "web_search"; readonly query: string; readonly action?: JsonRecord }
  /** The conversation so far was compacted; the client sends this back in its place. */
  | { readonly type: "compaction"; readonly id: string; readonly sealed: string }
  /** Replaces an earlier one of the same answer. */
  | { readonly type: "usage"; readonly usage: AnswerUsage }
  /** The last event, unless the answer failed. */
  | { readonly type: "end"; readonly reason: "completed" | "max_output_tokens" | "content_filter" }
  /** The last event. */
  | { readonly type: "failed"; readonly code: FailureCode; readonly message: string };
