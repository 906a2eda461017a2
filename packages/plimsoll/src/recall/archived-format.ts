import { detectFormat } from "../formats/detect-format.js";
import { findFormat } from "../formats/registry.js";
import type { Format } from "../formats/format.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";

/** The wire format of a session's archived items: from its newest compaction, otherwise detected. */
export async function archivedFormat(storage: StorageAdapter, sessionId: string): Promise<Format> {
  const [newest] = (await storage.read(sessionId, ["compaction"])).slice(-1);
  const stored = findFormat((newest?.data as { readonly format?: string } | undefined)?.format ?? "");
  if (stored) return stored;
  const items = await storage.read(sessionId, ["item"]);
  return detectFormat(items.map((entry) => entry.data));
}
