import type { StorageAdapter } from "../stores/storage-adapter.js";
import type { CompactionMode } from "./remote/compaction-metadata.js";
import type { LocalCompactor } from "./local-compactor.js";
import type { RemoteParts } from "./remote/remote-parts.js";
import type { WindowLog } from "./window/window-log.js";

/** How the provider is asked to compact. `server`: it does so by itself, past a threshold; `off`: never. */
export type RemoteMode = CompactionMode | "off";

/** What a failed compaction does: it is done here instead, or the request rejects as Codex' does. */
export type OnCompactionFailure = "local" | "error";

export interface WindowSettings {
  readonly mode: RemoteMode;
  readonly triggerPct: number;
  readonly onFailure: OnCompactionFailure;
  /** The usable window, in tokens. */
  readonly maxTokens: number;
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
