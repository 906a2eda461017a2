import { walkLine } from "../archive/walk-line.js";
import type { CommandContext } from "../command-context.js";
import type { UndoOptions } from "../options.js";

/** Takes the newest compaction of a session back and gives the list from before it. */
export async function undo(
  sessionId: string,
  options: UndoOptions,
  context: CommandContext,
): Promise<number> {
  return walkLine(
    {
      id: sessionId,
      step: async (manager) => {
        const { items, undone } = await manager.undo(sessionId);
        return { items, name: "undone", compaction: undone };
      },
    },
    options,
    context,
  );
}
