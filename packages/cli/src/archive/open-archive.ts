import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { memoryStorage, type StorageAdapter } from "plimsoll";
import { type Archive, createArchive, tenantStorage } from "plimsoll/stores";
import { openStorage, type Settings, storeRegistration } from "plimsoll/node";
import type { CommandContext } from "../command-context.js";

/** The store of commands that must not forget when they end. */
const LASTING = "fs";

/** Where `compactctl` archives: as configured; in a folder where that would not outlive the command. */
export function archiveSettings(settings: Settings, context: CommandContext): Settings {
  const { storage } = settings;
  const adapter = storeRegistration(storage.adapter).keptIn === "process" ? LASTING : storage.adapter;
  return { ...settings, storage: { ...storage, adapter, path: resolve(context.cwd, storage.path) } };
}

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

/** What the configured tenant may see of a store. */
export function archiveOver(storage: StorageAdapter, settings: Settings): Archive {
  const { tenant } = settings.storage;
  return createArchive(tenant === undefined ? storage : tenantStorage(storage, tenant));
}

/** A copy of one session in memory, so that a command can try things out. */
export async function copySession(
  sessionId: string,
  settings: Settings,
  context: CommandContext,
): Promise<StorageAdapter> {
  const archive = await openExistingArchive(settings, context);
  const copy = memoryStorage();
  try {
    const kinds = [
      ...(["item", "original", "compaction", "checkpoint", "undo", "redo"] as const),
      ...(["protected", "event"] as const),
    ];
    await archiveOver(copy, settings).appendItems(sessionId, await archive.read(sessionId, kinds), []);
  } finally {
    await archive.close();
  }
  return copy;
}
