import { CompactError, type StorageAdapter } from "plimsoll";
import { DEFAULT_TENANT, type LegalHolds } from "plimsoll/stores";
import { openExistingStorage } from "../../archive/open-existing-archive.js";
import type { CommandContext } from "../../command-context.js";
import type { ConfigOption } from "../../command-options.js";
import { onArchive } from "../transfer/on-archive.js";

export interface OpenHolds {
  readonly storage: StorageAdapter;
  readonly holds: LegalHolds;
  readonly tenant: string;
}

/** Runs a task on the legal holds of the configured tenant, and closes the store. */
export function onHolds<T>(
  options: ConfigOption,
  context: CommandContext,
  task: (open: OpenHolds) => Promise<T>,
): Promise<T> {
  const open = (settings: Parameters<typeof openExistingStorage>[0]) =>
    openExistingStorage(settings, context);
  return onArchive({ options, open }, context, async (storage) => {
    const { holds, tenant = DEFAULT_TENANT } = storage;
    if (holds) return task({ storage, holds, tenant });
    throw new CompactError("INVALID_CONFIG", "The configured store has no legal holds.");
  });
}
