import type { CompactManager, StorageAdapter } from "plimsoll";
import { type InspectionRoom, LiveFeed } from "plimsoll/inspection";
import { managerFromSettings, type Settings } from "plimsoll/node";
import type { Archive } from "plimsoll/stores";
import { archiveOver } from "../archive/archive-over.js";
import type { CommandContext } from "../command-context.js";

/** All sessions of an archive. */
export class ArchiveRoom implements InspectionRoom {
  readonly archive: Archive;
  readonly feed: LiveFeed = new LiveFeed();
  readonly #manager: CompactManager;

  constructor(storage: StorageAdapter, settings: Settings, { environment }: CommandContext) {
    this.archive = archiveOver(storage, settings);
    this.#manager = managerFromSettings(settings, { environment, storage, exporters: [this.feed] });
  }

  async manager(): Promise<CompactManager> {
    return this.#manager;
  }

  close(): Promise<void> {
    return this.#manager.close();
  }
}
