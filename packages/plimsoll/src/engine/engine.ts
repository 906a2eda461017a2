import type { CompactPolicy } from "../config/compact-policy.js";
import type { EventBus } from "../events/event-bus.js";
import type { Format } from "../formats/format.js";
import type { Redactor } from "../redaction/redactor.js";
import type { Archive } from "../stores/archive.js";
import type { Summarizer } from "../summarizers/summarizer.js";
import type { ItemMeter } from "../tokens/item-meter.js";
import type { NormalizedUsage } from "../tokens/normalize-usage.js";
import type { ModelPrices } from "../tokens/prices.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";
import type { Degraded } from "./degraded.js";
import type { Originals } from "./commit/originals.js";
import type { RemoteCompactor } from "./commit/remote-compactor.js";
import type { Similarity } from "./plan/similarity.js";

/** The parts that a compaction works with, for one wire format. Everything with an effect comes in here. */
export interface Engine<W extends object> {
  readonly format: Format<W>;
  readonly meter: ItemMeter<W>;
  readonly estimator: TokenEstimator;
  readonly policy: CompactPolicy;
  readonly model: string;
  /** The window that may be used, in tokens. */
  readonly max: number;
  readonly redactor: Redactor;
  readonly events: EventBus;
  readonly storage: Archive;
  /** The failure of the archive, since when, and what it keeps in memory; undefined while it works. */
  degraded(): Degraded | undefined;
  readonly summarizer: Summarizer;
  /** Takes over when the summarizer fails twice; absent to prune without a summary then. */
  readonly fallbackSummarizer?: Summarizer;
  /** Chooses the extracts behind the words of another summarizer. */
  readonly extracts: Summarizer;
  /** Lets the provider compact; absent to compact locally. */
  readonly remote?: RemoteCompactor<W>;
  /** The same compactor with the time limit and the events of the engine's own. */
  limitRemote(remote: RemoteCompactor<W>): RemoteCompactor<W>;
  readonly similarity: Similarity;
  /** Records the usage of a summary; the session's next result reports it. */
  spend(sessionId: string, usage: readonly NormalizedUsage[]): void;
  /** The first seals the summaries, all of them are recognised; empty to leave them unsealed. */
  readonly summaryKeys: readonly string[];
  /** Items as they were before redaction, for their owner. */
  readonly originals: Originals;
  /** An item without its secrets, safe to store and summarize; the same item if it has none. */
  redacted(item: W): W;
  /** Archives the events of a session that wait in memory. */
  archiveEvents(sessionId: string): Promise<void>;
  /** Undefined if the price of a model is unknown. */
  pricesOf(model: string): ModelPrices | undefined;
  /** ISO 8601. */
  now(): string;
}
