import type { CompactConfig } from "../../engine/compact-config.js";
import type { CompactManager } from "../../engine/compact-manager.js";

/**
 * How an integration compacts: the manager's configuration, all of it optional, and what is special to frameworks. Where a
 * `summarizer` fails, the embedded one takes over unless another `fallbackSummarizer` is named.
 */
export interface CompactionOptions<W extends object> extends Partial<CompactConfig<W>> {
  /** A manager to work with, in place of one that is made of the configuration here. */
  readonly manager?: CompactManager<W>;
  /**
   * From this share of the window on, a compaction is prepared in the background while the agent waits for a tool or the
   * user, and taken over when the window is full; 0 switches it off. @default 0.7
   */
  readonly prepareAtPct?: number;
  /**
   * Items that never leave the window, for frameworks whose items have no metadata of their own. Needs `format`, which an
   * adapter sets by itself. Asked once for each object.
   */
  readonly protect?: (item: W) => boolean;
  /** How many conversations without an id of their own are told apart at a time. @default 256 */
  readonly maxConversations?: number;
  /** The id of a conversation that has none. @default random */
  readonly newSessionId?: () => string;
}
