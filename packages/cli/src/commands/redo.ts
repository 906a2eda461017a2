import { walkLine } from "../archive/walk-line.js";
import type { CommandContext } from "../command-context.js";
import type { UndoOptions } from "../command-options.js";

/** Restores the last undone compaction of a session and writes its window. */
export async function redo(given: string, options: UndoOptions, context: CommandContext): Promise<number> {
  return walkLine(
    {
      given,
      step: async (manager, sessionId) => {
        const { items, redone } = await manager.redo(sessionId);
        return { items, name: "redone", compaction: redone };
      },
    },
    options,
    context,
  );
}
