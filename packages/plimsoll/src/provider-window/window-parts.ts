import type { StorageAdapter } from "../stores/storage-adapter.js";
import type { CompactionMode } from "./remote/compaction-metadata.js";
import type { LocalCompactor } from "./local-compactor.js";
import type { RemoteParts } from "./remote/remote-parts.js";
import type { WindowLog } from "./window/window-log.js";

/** How to ask the provider to compact. `server`: it compacts by itself, above a threshold; `off`: never. */
export type RemoteMode = CompactionMode | "off";

/** What happens after a failed compaction: compact locally, or reject the request as Codex does. */
export type OnCompactionFailure = "local" | "error";

export interface WindowSettings {
  readonly mode: RemoteMode;
  readonly triggerPct: number;
  readonly onFailure: OnCompactionFailure;
  /** The usable window, in tokens. */
  readonly maxTokens: number;
  /** The same for the model of a request. */
  maxTokensOf(model: unknown): number;
  /** `compact_threshold`, for the mode `server`. */
  readonly compactThreshold: number;
}

export interface WindowParts extends RemoteParts {
  readonly sessionId: string;
  readonly storage: StorageAdapter;
  readonly log: WindowLog;
  readonly local: LocalCompactor;
  readonly settings: WindowSettings;
  /** Archives the events that wait in memory; never rejects. */
  archiveEvents(): Promise<void>;
}
