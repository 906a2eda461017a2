import type { CompactPolicy } from "../config/compact-policy.js";
import type { Exporter } from "../events/exporter.js";
import type { Format } from "../formats/format.js";
import type { Redactor } from "../redaction/redactor.js";
import type { ArtifactKeys } from "../stores/keys/key-service.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";
import type { Summarizer, SummaryDelta } from "../summarizers/summarizer.js";
import type { ModelOverrides } from "../tokens/look-up-model.js";
import type { PriceOverrides } from "../tokens/prices.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";
import type { Measurement } from "./follow/measure.js";
import type { PreparedCompaction } from "./commit/prepared-compaction.js";
import type { RemoteCompactor } from "./commit/remote-compactor.js";
import type { Similarity } from "./plan/similarity.js";

/** How long parts that a caller brings are waited for, in milliseconds; 0 waits forever. */
export interface TimeLimits {
  /** For one summary with all its requests; also for a remote compaction and a similarity. @default 120000 */
  readonly summarizerMs?: number;
  /** For one call of a store; calls that scan a whole store have six times as long. @default 10000 */
  readonly storeMs?: number;
  /** For one event, and to close. @default 5000 */
  readonly exporterMs?: number;
}

/** How a `CompactManager` is set up. Everything but the model has a default that needs no key and no server. */
export interface CompactConfig<W extends object = object> {
  /** The model whose window is to be kept; decides window, encoding and the name in events. */
  readonly model: string;
  /** The window in tokens; overrides the catalogue. */
  readonly maxContextTokens?: number;
  readonly policy?: Partial<CompactPolicy>;
  /** The wire format of the items. @default detected from the first list of each session */
  readonly format?: Format<W>;
  /** @default the exact tokenizer of the model's encoding */
  readonly estimator?: TokenEstimator;
  /** @default the embedded extractive summarizer */
  readonly summarizer?: Summarizer;
  /** Lets the provider compact, for `policy.strategy: "remote"`: `remoteCompactor({ transport })`. */
  readonly remote?: RemoteCompactor<W>;
  /**
   * Replaces a `summarizer` that failed twice. With `none`, items leave the window without a summary, and a note
   * tells the model. @default the embedded extractive summarizer
   */
  readonly fallbackSummarizer?: Summarizer | "none";
  /** Where entries and artifacts are kept; `splitStore` makes one store of two. @default in memory */
  readonly storage?: StorageAdapter;
  /**
   * Artifacts that were stored or read last this many days ago are deleted by `sweep`; those of a session in use stay,
   * unless this is shorter than `retentionDays`. 0 keeps them. @default 30
   */
  readonly artifactRetentionDays?: number;
  /**
   * A secret that lets a process without the archive recognise summaries written by another process with the same
   * secret. Summaries then carry a keyed digest, and their rules stay the user's. The first of several secrets seals, all
   * of them are recognised. @default none: such summaries are quoted as unverified
   */
  readonly summaryKey?: string | readonly string[];
  /** Whose sessions these are; sessions and artifacts of other tenants in the same store cannot be seen. @default none */
  readonly tenant?: string;
  /** `sweep` deletes sessions that were unused for this many days; 0 keeps them. @default 30 */
  readonly retentionDays?: number;
  /** @default a warning on the console for requests that are sent without compaction; [] is silent */
  readonly exporters?: readonly Exporter[];
  /**
   * With this key, the archive also stores the originals of redacted items, sealed with AES-256-GCM. A manager
   * with the key returns them from `undo`, `transcript`, `readArchived` and `recall(…).read`. 32 bytes as 64
   * hexadecimal digits or in base64, or a key service; the first of several seals. @default none
   */
  readonly originalsKey?: ArtifactKeys;
  /** @default the built-in deny-list */
  readonly redactor?: Redactor;
  /** For `pruning: "semantic"`. @default lexical */
  readonly similarity?: Similarity;
  /** The caller's own trigger: a reason to compact now, or `undefined`. Asked when no other trigger applies. */
  readonly shouldCompact?: (measurement: Measurement) => string | undefined;
  /** Corrections and additions to the model catalogue. */
  readonly models?: ModelOverrides;
  /** Corrections and additions to the price table: dollars per million tokens, by model. */
  readonly prices?: PriceOverrides;
  /** Milliseconds since the epoch. @default Date.now */
  readonly clock?: () => number;
  /**
   * How long to wait for parts that do not answer. The run then continues without them, with a warning event.
   */
  readonly timeLimits?: TimeLimits;
  /** How many sessions stay in memory; others are read from the store again. @default 256 */
  readonly maxSessions?: number;
}

/** The options of one `preflight` call. */
export interface PreflightOptions {
  /** The system prompt, if it is not an item of the list. */
  readonly instructions?: string;
  /** The tool definitions as they are sent. */
  readonly tools?: unknown;
  /** The provider's usage for the request before: any of the known shapes. */
  readonly usage?: unknown;
  /** The error of the request before; a recognised overflow compacts at once. */
  readonly error?: unknown;
  /** The window of this request, if it goes to a different model. @default the manager's window */
  readonly maxContextTokens?: number;
  /**
   * Used if this call has to compact and the prepared compaction still applies; otherwise the call compacts by
   * itself.
   */
  readonly prepared?: PreparedCompaction<object>;
  /** A compaction is being prepared: until it is, only the hard limit compacts. */
  readonly preparing?: boolean;
  /**
   * Leaves the reading of new items for facts to `catchUp`, so that the request is not kept waiting for it. A compaction reads
   * what it needs itself. @default false
   */
  readonly catchUpLater?: boolean;
  /** Awaited between the steps of a call for whose result nobody waits, so that other work goes first. @default no pause */
  readonly pause?: () => Promise<void>;
  /** Writes the summary of this call, if it needs one, in place of the manager's own summarizer. */
  readonly summarizer?: Summarizer;
  /** Gets the summary of this call while a model writes it; the result has what became of it. */
  readonly onSummaryDelta?: (delta: SummaryDelta) => void;
  /** Has the provider compact if this call has to, whatever `policy.strategy` says. */
  readonly remote?: RemoteCompactor<object>;
  readonly signal?: AbortSignal;
}

export interface ManualCompactOptions
  extends Omit<PreflightOptions, "error" | "prepared" | "preparing" | "catchUpLater" | "pause"> {
  /** What the summary should pay attention to. */
  readonly note?: string;
  /**
   * Tokens that the returned list may have, by the estimator; the list alone is counted. Where the newest user message
   * does not fit in them, it stays whole as long as it fits the window, and the list is as much longer.
   */
  readonly targetTokens?: number;
  /**
   * Never exceed `targetTokens`. The newest user message then stays only if it leaves room for a summary;
   * otherwise the summary includes it. @default false
   */
  readonly strictTarget?: boolean;
  /**
   * The compaction is made ahead of need, not requested by a person: it aims at the policy's target, as
   * `preflight` does, instead of half of the list. @default false
   */
  readonly ahead?: boolean;
  /** Upper bound of this summary. @default `policy.summaryMaxTokens` */
  readonly summaryMaxTokens?: number;
}
