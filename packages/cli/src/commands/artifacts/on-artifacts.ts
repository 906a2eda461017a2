import type { StorageAdapter } from "plimsoll";
import type { Archive } from "plimsoll/stores";
import { archiveOver } from "../../archive/archive-over.js";
import { archiveSettings } from "../../archive/archive-settings.js";
import { openExistingStorage } from "../../archive/open-existing-archive.js";
import type { CommandContext } from "../../command-context.js";
import type { ConfigOption } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { effectiveSettings } from "../../input/effective-settings.js";

export interface OpenArtifacts {
  /** The part that the configured tenant may see. */
  readonly archive: Archive;
  /** The store itself. */
  readonly storage: StorageAdapter;
  readonly retentionDays: number;
}

/** Runs a task on the artifacts of the configured archive, and closes it. */
export async function onArtifacts(
  options: ConfigOption,
  context: CommandContext,
  task: (open: OpenArtifacts) => Promise<void>,
): Promise<number> {
  const settings = archiveSettings((await effectiveSettings(options, context)).settings, context);
  const storage = await openExistingStorage(settings, context);
  try {
    const archive = archiveOver(storage, settings);
    await task({ archive, storage, retentionDays: settings.storage.artifactRetentionDays });
  } finally {
    await storage.close();
  }
  return EXIT_CODES.done;
}
