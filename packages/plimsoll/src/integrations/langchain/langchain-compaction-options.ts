import type { CompactManager } from "../../engine/compact-manager.js";
import type { LangchainMessage } from "../../formats/langchain/langchain.js";
import type { CallCompactor } from "../core/call-compactor.js";
import type { CompactionOptions } from "../core/compaction-options.js";

export interface LangchainCompactionOptions extends CompactionOptions<LangchainMessage> {
  /** The session that all requests belong to. @default the `thread_id` of the run, else found by content */
  readonly sessionId?: string;
  /** Gives the agent tools with which it searches and reads what left its window. @default false */
  readonly recall?: boolean;
}

/** Access to a middleware's manager. */
export interface CompactionHandle {
  /** The manager: recall, undo, remember and the rest. Made for the model that is asked first. */
  manager(): CompactManager<LangchainMessage>;
  /** Resolves when no compaction is being prepared in the background. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function handleOf(compactor: CallCompactor<LangchainMessage>): CompactionHandle {
  return {
    manager: () => compactor.manager(),
    settled: () => compactor.settled(),
    close: () => compactor.close(),
  };
}
