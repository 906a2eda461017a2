import { access } from "node:fs/promises";
import { memoryStorage, type StorageAdapter } from "plimsoll";
import { openStorage, type Settings, storeRegistration } from "plimsoll/node";
import type { Archive } from "plimsoll/stores";
import type { CommandContext } from "../command-context.js";
import { archiveOver } from "./archive-over.js";

/** The store for a manager that only looks: one that does not exist is not created for that. */
export async function openExistingStorage(
  settings: Settings,
  context: CommandContext,
): Promise<StorageAdapter> {
  const { adapter, path } = settings.storage;
  const isThere =
    storeRegistration(adapter).keptIn !== "path" ||
    (await access(path).then(
      () => true,
      () => false,
    ));
  return isThere ? openStorage(settings.storage, context.environment) : memoryStorage();
}

/** The archive itself, read without a manager. */
export async function openExistingArchive(settings: Settings, context: CommandContext): Promise<Archive> {
  const storage = await openExistingStorage(settings, context);
  // A tenant's view leaves the store open for the others; here there are none.
  return { ...archiveOver(storage, settings), close: () => storage.close() };
}
