import { claudeCode } from "../formats/claude-code-line.js";
import { detectFormat, FORMATS, formatByName } from "../formats/detect-format.js";
import type { Format } from "../formats/format.js";
import type { StorageAdapter } from "../stores/storage-adapter.js";

/** The wire format of a session's archived items: as its newest compaction says, or as they look. */
export async function archivedFormat(storage: StorageAdapter, sessionId: string): Promise<Format> {
  const [newest] = (await storage.read(sessionId, ["compaction"])).slice(-1);
  const name = (newest?.data as { readonly format?: string } | undefined)?.format ?? "";
  if (Object.hasOwn(FORMATS, name)) return formatByName(name);
  if (name === claudeCode.name) return claudeCode as unknown as Format;
  const items = await storage.read(sessionId, ["item"]);
  return detectFormat(items.map((entry) => entry.data));
}
