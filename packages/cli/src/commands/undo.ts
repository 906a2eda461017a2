import { walkLine } from "../archive/walk-line.js";
import type { CommandContext } from "../command-context.js";
import type { UndoOptions } from "../command-options.js";

/** Undoes the newest compaction of a session and writes the list before it. */
export async function undo(given: string, options: UndoOptions, context: CommandContext): Promise<number> {
  return walkLine(
    {
      given,
      step: async (manager, sessionId) => {
        const { items, undone } = await manager.undo(sessionId);
        return { items, name: "undone", compaction: undone };
      },
    },
    options,
    context,
  );
}
