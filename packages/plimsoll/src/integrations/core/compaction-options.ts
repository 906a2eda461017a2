import type { CompactConfig } from "../../engine/compact-config.js";
import type { CompactManager } from "../../engine/compact-manager.js";
import type { SharedJobs } from "../../stores/coordination/coordination.js";

/**
 * How an integration compacts: the manager's configuration, all of it optional, and options for frameworks. If a
 * `summarizer` fails, the embedded one replaces it unless you name another `fallbackSummarizer`.
 */
export interface CompactionOptions<W extends object> extends Partial<CompactConfig<W>> {
  /** An existing manager to use instead of a new one. */
  readonly manager?: CompactManager<W>;
  /**
   * From this share of the window on, a compaction is prepared in the background while the agent waits for a tool or the
   * user, and taken over when the window is full; 0 switches it off. @default 0.7
   */
  readonly prepareAtPct?: number;
  /**
   * Chooses items that never leave the window, for frameworks whose items have no metadata. Needs `format`, which
   * an adapter sets. Called once per object.
   */
  readonly protect?: (item: W) => boolean;
  /**
   * New items are read for facts after the model has answered instead of before it is asked: for servers, where a long list would
   * keep every other conversation waiting. @default false
   */
  readonly catchUpLater?: boolean;
  /**
   * Where several processes answer requests of the same conversations: what one of them prepares or has summarized is used by
   * whichever needs it, and a dead one's work is taken over. @default every process for itself
   */
  readonly jobs?: SharedJobs;
  /** How many conversations without an id are remembered at a time. @default 256 */
  readonly maxConversations?: number;
  /** The id of a conversation that has none. @default random */
  readonly newSessionId?: () => string;
}
