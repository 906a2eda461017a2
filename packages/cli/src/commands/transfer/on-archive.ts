import type { StorageAdapter } from "plimsoll";
import type { Settings } from "plimsoll/node";
import { tenantStorage } from "plimsoll/stores";
import { archiveSettings } from "../../archive/archive-settings.js";
import type { CommandContext } from "../../command-context.js";
import type { ConfigOption } from "../../command-options.js";
import { effectiveSettings } from "../../input/effective-settings.js";

/** Runs a task on what the configured tenant may see of the archive, and closes it. */
export async function onArchive<T>(
  { options, open }: { readonly options: ConfigOption; open(settings: Settings): Promise<StorageAdapter> },
  context: CommandContext,
  task: (storage: StorageAdapter) => Promise<T>,
): Promise<T> {
  const settings = archiveSettings((await effectiveSettings(options, context)).settings, context);
  const storage = await open(settings);
  const { tenant } = settings.storage;
  try {
    return await task(tenant === undefined ? storage : tenantStorage(storage, tenant));
  } finally {
    await storage.close();
  }
}
