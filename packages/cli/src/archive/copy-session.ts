import { memoryStorage, type StorageAdapter } from "plimsoll";
import type { Settings } from "plimsoll/node";
import type { CommandContext } from "../command-context.js";
import { archiveOver } from "./archive-over.js";
import { openExistingArchive } from "./open-existing-archive.js";

/** A copy of one session in memory, for commands that only try something out. */
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
      ...(["protected", "withdrawn", "event"] as const),
    ];
    await archiveOver(copy, settings).appendItems(sessionId, await archive.read(sessionId, kinds), []);
  } finally {
    await archive.close();
  }
  return copy;
}
