import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { memoryStorage, type StorageAdapter } from "plimsoll";
import type { Settings } from "plimsoll/node";
import { type Archive, createArchive, tenantStorage } from "plimsoll/stores";
import { storageFromSettings } from "plimsoll/node";
import type { CommandContext } from "../command-context.js";

/** Where `compactctl` archives: as configured; in a folder where that would not outlive the command. */
export function archiveSettings(settings: Settings, context: CommandContext): Settings {
  const { storage } = settings;
  const adapter = storage.adapter === "memory" ? "fs" : storage.adapter;
  return { ...settings, storage: { ...storage, adapter, path: resolve(context.cwd, storage.path) } };
}

/** The store for a manager that only looks: one that does not exist is not created for that. */
export async function openExistingStorage(
  settings: Settings,
  context: CommandContext,
): Promise<StorageAdapter> {
  const exists = await access(settings.storage.path).then(
    () => true,
    () => false,
  );
  return exists ? storageFromSettings(settings.storage, context.environment) : memoryStorage();
}

/** The archive itself, read without a manager. */
export async function openExistingArchive(settings: Settings, context: CommandContext): Promise<Archive> {
  return archiveOver(await openExistingStorage(settings, context), settings);
}

/** What the configured tenant may see of a store. */
export function archiveOver(storage: StorageAdapter, settings: Settings): Archive {
  const { tenant } = settings.storage;
  return tenant === undefined
    ? createArchive(storage)
    : createArchive(tenantStorage(storage, tenant), {
        tenant,
        ...(storage.artifacts ? { artifacts: storage.artifacts } : {}),
      });
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
