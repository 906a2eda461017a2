import type { CompactManager } from "../engine/compact-manager.js";
import type { LocalCompactor } from "./local-compactor.js";

/** Local compaction by a manager: its summarizer, its archive, its undo. */
export function managerCompactor(manager: CompactManager): LocalCompactor {
  return {
    async compact(sessionId, { items, body, targetTokens, signal }) {
      const instructions = body["instructions"];
      const { items: compacted } = await manager.manualCompact(sessionId, items, {
        targetTokens,
        tools: body["tools"],
        ...(typeof instructions === "string" ? { instructions } : {}),
        ...(signal ? { signal } : {}),
      });
      return compacted;
    },
  };
}
