import type { Checkpoint, Fidelity } from "plimsoll";
import type { ClientApi } from "./compactors.js";

/**
 * Why a conversation was compacted: a `compaction_trigger`, `POST /v1/responses/compact`, the client's threshold, the route's own
 * window, an upstream that refused the request as too long, or a client's own summary that its model failed to write.
 */
export type CompactionOrigin = "trigger" | "standalone" | "threshold" | "automatic" | "overflow" | "local";

/** One way in which a compaction came out cheaper than it was configured. */
export interface Degradation {
  /**
   * `summarizer`: the embedded one wrote instead of the configured model. `store`: the archive fails, and what left the window is
   * in memory only. `whole`: nothing could be made smaller, so the conversation stands as it was.
   */
  readonly kind: "summarizer" | "store" | "whole";
  readonly reason: string;
}

/** The requests to a summarizing model, added up. */
export interface SummaryCost {
  readonly requests: number;
  readonly inputTokens: number;
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** In US dollars by list price; absent if the price of the model is unknown. */
  readonly dollars?: number;
}

/** How a compaction was made. Plain JSON. */
export interface CompactionAccount {
  readonly origin: CompactionOrigin;
  /** `upstream`: the item is the upstream's own, which nobody else can read; this is what the gateway would have made of it. */
  readonly by: "gateway" | "upstream";
  /** The API of the client, which decides the format of the window. */
  readonly api: ClientApi;
  /** The name that the client used. */
  readonly model: string;
  readonly upstream: string;
  readonly upstreamModel: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly summaryTokens: number;
  /** Items of the conversation before. */
  readonly itemsBefore: number;
  /** The compaction in the archive of the session; absent if nothing was compacted. */
  readonly archived?: string;
  /** Archive ids of the items that left the window, oldest first. */
  readonly removed: readonly string[];
  /** `extractive` is the embedded one; `none` if there was no summary to write. */
  readonly summarizer: string;
  /** The model that wrote the summary, if one did. */
  readonly summaryModel?: string;
  readonly template: string;
  readonly cost: SummaryCost;
  readonly fidelity?: Fidelity;
  readonly checkpoint?: Checkpoint;
  /** Empty if all went as configured. */
  readonly degraded: readonly Degradation[];
}
