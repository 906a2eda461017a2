import { resolve } from "node:path";
import { type Settings, storeRegistration } from "plimsoll/node";
import type { CommandContext } from "../command-context.js";

/** The store of commands that must not forget when they end. */
const LASTING = "fs";

/**
 * Where `compactctl` archives: as configured, or in a folder if the configured store would not outlive the
 * command.
 */
export function archiveSettings(settings: Settings, context: CommandContext): Settings {
  const { storage } = settings;
  const adapter = storeRegistration(storage.adapter).keptIn === "process" ? LASTING : storage.adapter;
  const path = resolve(context.cwd, storage.path);
  const keyRing = storage.keyRing && { keyRing: resolve(context.cwd, storage.keyRing) };
  return { ...settings, storage: { ...storage, adapter, path, ...keyRing } };
}
